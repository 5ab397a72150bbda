import { type ReactNode, useState } from 'react';

import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { ErrorFocus } from '@/ui/ErrorFocus';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';

import { FieldsToFix } from './FieldsToFix';
import { type DraftForm } from './useDraftForm';

interface FormScreenProps {
  title: string;
  back: { label: string; onPress: () => void } | undefined;
  draftForm: Pick<DraftForm<unknown>, 'draftState' | 'isSaving' | 'isTried' | 'startOver'>;
  /** The number of validation errors. */
  errorCount: number;
  isUnchanged: boolean;
  onSave: () => void;
  children: ReactNode;
}

/** A form with a stored draft. The number of validation errors is above Save, once Save was pressed. */
export function FormScreen({
  title,
  back,
  draftForm,
  errorCount,
  isUnchanged,
  onSave,
  children,
}: FormScreenProps) {
  const { t } = useI18n();
  const [round, setRound] = useState(0);
  const press = () => {
    setRound((before) => before + 1);
    onSave();
  };
  return (
    <Screen
      title={title}
      titlePlace="bar"
      back={back}
      barText={draftForm.draftState === 'stored' ? t('common.form.kept') : undefined}
      footer={
        <>
          {draftForm.isTried && errorCount > 0 && <FieldsToFix count={errorCount} />}
          {draftForm.isTried && isUnchanged && (
            <Text tone="quiet" aria-live="polite">
              {t('common.form.nothing')}
            </Text>
          )}
          <Button
            size="main"
            icon="check"
            label={t('common.save')}
            busy={draftForm.isSaving}
            onPress={press}
          />
        </>
      }
    >
      <ErrorFocus submitCount={round}>{children}</ErrorFocus>
      {draftForm.draftState === 'stored' && (
        <Button kind="quiet" label={t('common.form.startOver')} onPress={draftForm.startOver} />
      )}
    </Screen>
  );
}
