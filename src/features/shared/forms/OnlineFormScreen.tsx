import { type ReactNode } from 'react';

import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { ErrorPlace } from '@/ui/ErrorPlace';

import { FormScreen } from './FormScreen';
import { OnlineConflict } from './OnlineConflict';
import { OnlineNote } from './OnlineNote';
import { type EditorDraft, type OnlineEditor } from './useOnlineEditor';

interface OnlineFormScreenProps<Draft extends EditorDraft, Errors> {
  title: string;
  back: { label: string; onPress: () => void } | undefined;
  editor: OnlineEditor<Draft, Errors>;
  /** The name of a field that another user changed too. */
  nameOf: (field: string) => string;
  describeValue?: (field: string, value: unknown) => string | undefined;
  /** Instead of saving, e.g. to show a question first. */
  onSave?: (() => void) | undefined;
  children: ReactNode;
}

/** The screen of a record that is saved online: why it was not saved, and the choice where two people changed a field. */
export function OnlineFormScreen<Draft extends EditorDraft, Errors extends object>({
  title,
  back,
  editor: { draftForm, reading, errors, isRefusedElsewhere, problem, seen, save, settle },
  onSave = save,
  children,
  ...words
}: OnlineFormScreenProps<Draft, Errors>) {
  const { t } = useI18n();
  return (
    <FormScreen
      title={title}
      back={back}
      draftForm={draftForm}
      errorCount={Object.keys(errors).length}
      isUnchanged={reading.kind === 'fields' && !reading.isChanged}
      aboveSave={
        isRefusedElsewhere && (
          <Banner live tone="person" icon="warning" title={t('actionEdit.valueRefused')} />
        )
      }
      onSave={onSave}
    >
      <OnlineNote problem={problem} />
      {problem?.kind === 'conflict' && reading.kind === 'fields' && seen !== null && (
        <ErrorPlace>
          <OnlineConflict
            conflicts={problem.conflicts}
            edit={{ base: seen, mine: reading.fields }}
            onSettled={settle}
            {...words}
          />
        </ErrorPlace>
      )}
      {children}
    </FormScreen>
  );
}
