// Online: questions are set up in the office and reach phones through the service. What is typed stays on this phone.
import { useQuery } from '@tanstack/react-query';
import { useLocalSearchParams } from 'expo-router';

import { FORM_TYPES, hasChoices, hasWording, type Form } from '@/contract/form';
import { Loaded } from '@/features/shared/Loaded';
import { OnlineFormScreen } from '@/features/shared/forms/OnlineFormScreen';
import { RequirePermission } from '@/features/shared/RequirePermission';
import { useRuntime } from '@/features/shared/runtime';
import { useBack, useLeave } from '@/features/shared/useBack';
import { useCanEditQuestions } from '@/features/shared/useCanEditQuestions';
import { useOpenedDraft, type OpenedDraft } from '@/features/shared/forms/useDraftForm';
import { useOnlineEditor } from '@/features/shared/forms/useOnlineEditor';
import { useI18n } from '@/i18n/I18nProvider';
import { contactQueries } from '@/queries/contacts';
import { CheckboxRow } from '@/ui/CheckboxRow';
import { ChoiceChips } from '@/ui/ChoiceChips';
import { EmptyState } from '@/ui/EmptyState';
import { Facts } from '@/ui/Facts';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';

import { ChoicesSection } from './components/ChoicesSection';
import { applyQuestion, saveQuestion } from './mutations';
import {
  QuestionDraftSchema,
  questionFields,
  questionForm,
  questionRefusedAt,
  readQuestionForm,
  typeOf,
  type QuestionDraft,
  type QuestionErrors,
  type QuestionFields,
} from './questionForm';

/** One question: `id`, unless it is new. */
export function EditQuestionScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { id } = useLocalSearchParams<{ id?: string }>();
  const query = useQuery(contactQueries.forms(runtime));
  const back = useBack('/catalogue/questions');
  const canEdit = useCanEditQuestions();
  const title = t(id === undefined ? 'forms.newTitle' : 'forms.editTitle');
  const number = id === undefined ? null : Number.parseInt(id, 10);
  const record = query.data?.find((form) => form.id === number) ?? null;
  return (
    <RequirePermission
      may={() => canEdit}
      title={title}
      back={back}
      forbidden={t('forms.forbidden')}
      forbiddenText={t('forms.forbiddenText')}
    >
      {query.data === undefined ? (
        <Screen title={title} titlePlace="bar" back={back}>
          <Loaded query={query}>{() => null}</Loaded>
        </Screen>
      ) : number !== null && record === null ? (
        <Screen title={title} titlePlace="bar" back={back}>
          <EmptyState icon="list" title={t('forms.gone')} text={t('common.onlineForm.missing')} />
        </Screen>
      ) : (
        <EditQuestion key={number} title={title} record={record} />
      )}
    </RequirePermission>
  );
}

interface EditQuestionProps {
  title: string;
  /** Null for a new question. */
  record: Form | null;
}

function EditQuestion({ title, record }: EditQuestionProps) {
  const runtime = useRuntime();
  const draftKey = `form:${record?.id ?? 'new'}`;
  const opened = useOpenedDraft({
    draftKey,
    schema: QuestionDraftSchema,
    start: (): QuestionDraft => {
      const seen = record === null ? null : questionFields(record);
      const form = questionForm(seen, record === null ? 'choice' : typeOf(record));
      return { version: 1, id: runtime.newId(), seen, number: record?.id ?? null, form };
    },
  });
  return opened && <EditQuestionForm key={opened.round} title={title} record={record} opened={opened} />;
}

function EditQuestionForm({
  title,
  record,
  opened,
}: EditQuestionProps & { opened: OpenedDraft<QuestionDraft> }) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const back = useBack('/catalogue/questions');
  const leave = useLeave('/catalogue/questions');
  const editor = useOnlineEditor(opened, {
    read: ({ form, seen }) => readQuestionForm(form, seen),
    formOf: (fields, { type }) => questionForm(fields, type),
    refusedAt: questionRefusedAt,
    work: (draftForm, fields) =>
      saveQuestion(runtime, draftForm, { fields, type: draftForm.getNewest().form.type }),
    apply: applyQuestion(runtime.scope),
    onSaved: leave,
  });
  const { form, seen, errors, change } = editor;
  const errorAt = (field: keyof QuestionErrors) => {
    const error = errors[field];
    return error === undefined ? undefined : t(`forms.error.${error}`);
  };
  const earlier = (record?.wordings ?? []).filter(({ version }) => version !== record?.version);
  return (
    <OnlineFormScreen
      title={title}
      back={back}
      editor={editor}
      nameOf={(field) => t(fieldWords[field as keyof QuestionFields])}
      describeValue={(field, value) =>
        field === 'refvalues' ? format.list(offered(value as QuestionFields['refvalues'])) : undefined
      }
    >
      <TextField
        label={t('forms.label')}
        value={form.label}
        onChangeText={(label) => change({ label })}
        error={errorAt('label')}
      />
      {seen === null ? (
        <ChoiceChips
          label={t('forms.type')}
          choices={FORM_TYPES.map((value) => ({ value, label: t(`forms.types.${value}`) }))}
          value={form.type}
          onChange={(type) => change({ type })}
        />
      ) : (
        <Text tone="quiet">{t(`forms.types.${form.type}`)}</Text>
      )}
      {hasChoices(form.type) && (
        <ChoicesSection
          choices={form.choices}
          error={errorAt('choices')}
          onChange={(choices) => change({ choices })}
        />
      )}
      {hasWording(form.type) && (
        <TextField
          label={t('forms.wording')}
          hint={t(seen === null ? 'forms.wordingHint' : 'forms.newVersionHint')}
          value={form.wording}
          onChangeText={(wording) => change({ wording })}
          error={errorAt('wording')}
          multiline
        />
      )}
      <Facts
        title={t('forms.earlier')}
        facts={earlier.map(({ version, wording, created_at: since }) => [
          [t('forms.version', { number: format.number(version ?? 0) }), since && format.date(since)]
            .filter(Boolean)
            .join(' · '),
          wording,
        ])}
      />
      {record !== null && (
        <CheckboxRow
          label={t('catalogue.archived')}
          hint={t('forms.archivedHint')}
          checked={form.archived}
          onChange={(archived) => change({ archived })}
        />
      )}
    </OnlineFormScreen>
  );
}

const fieldWords = {
  label: 'forms.label',
  archived: 'catalogue.archived',
  wording: 'forms.wording',
  refvalues: 'forms.choices',
} as const;

const offered = (choices: QuestionFields['refvalues'] = []) =>
  choices.filter(({ archived }) => !archived).map(({ label }) => label);
