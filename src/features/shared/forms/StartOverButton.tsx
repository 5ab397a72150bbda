import { useI18n } from '@/i18n/I18nProvider';

import { ConfirmButton } from '../ConfirmButton';
import { type DraftForm } from './useDraftForm';

/** Deletes the stored draft of a form after a question; hidden without one. */
export function StartOverButton({
  draftState,
  startOver,
}: Pick<DraftForm<unknown>, 'draftState' | 'startOver'>) {
  const { t } = useI18n();
  if (draftState !== 'stored') return null;
  return (
    <ConfirmButton
      kind="quiet"
      label={t('common.form.startOver')}
      question={t('common.form.startOverAsk')}
      text={t('common.form.startOverText')}
      confirmLabel={t('common.form.startOverYes')}
      onConfirm={() => {
        startOver();
        return Promise.resolve(true);
      }}
    />
  );
}
