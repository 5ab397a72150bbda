import { type ReactNode, useState } from 'react';

import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { ErrorFocus } from '@/ui/ErrorFocus';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';

import { FieldsToFix } from './FieldsToFix';
import { StartOverButton } from './StartOverButton';
import { type DraftForm } from './useDraftForm';

interface FormScreenProps {
  title: string;
  back: { label: string; onPress: () => void } | undefined;
  draftForm: Pick<DraftForm<unknown>, 'draftState' | 'isSaving' | 'isTried' | 'failedCount' | 'startOver'>;
  /** The number of validation errors. */
  errorCount: number;
  /** Whether the form has the values of the stored record, so that there is nothing to save. */
  isUnchanged: boolean;
  onSave: () => void;
  /** Instead of "Save". */
  saveLabel?: string;
  /** Above the button, such as a sum. */
  aboveSave?: ReactNode;
  children: ReactNode;
}

/** The screen of a form with a draft. After Save was pressed, it shows above the button why nothing was saved. */
export function FormScreen({
  title,
  back,
  draftForm,
  errorCount,
  isUnchanged,
  onSave,
  saveLabel,
  aboveSave,
  children,
}: FormScreenProps) {
  const { t } = useI18n();
  const [submitCount, setSubmitCount] = useState(0);
  const submit = () => {
    setSubmitCount((count) => count + 1);
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
          {aboveSave}
          <Button
            size="main"
            icon="check"
            label={saveLabel ?? t('common.save')}
            busy={draftForm.isSaving}
            onPress={submit}
          />
        </>
      }
    >
      {/* What the service refuses is known later than what the form refuses. */}
      <ErrorFocus submitCount={submitCount + draftForm.failedCount}>{children}</ErrorFocus>
      <StartOverButton draftState={draftForm.draftState} startOver={draftForm.startOver} />
    </Screen>
  );
}
