import { useI18n } from '@/i18n/I18nProvider';

import { ConfirmButton } from '../ConfirmButton';
import { useAttempt } from '../useAttempt';
import { type DraftForm } from './useDraftForm';

/** Deletes the stored draft of a form after a question; hidden without one. */
export function StartOverButton({
  draftState,
  startOver,
}: Pick<DraftForm<unknown>, 'draftState' | 'startOver'>) {
  const { t } = useI18n();
  const attempt = useAttempt();
  if (draftState !== 'stored') return null;
  return (
    <ConfirmButton
      kind="quiet"
      label={t('common.form.startOver')}
      question={t('common.form.startOverAsk')}
      text={t('common.form.startOverText')}
      confirmLabel={t('common.form.startOverYes')}
      onConfirm={async () => {
        const isDone = await attempt(async () => {
          await startOver();
          return true;
        });
        return isDone === true;
      }}
    />
  );
}
