// Online: questions are set up in the office and reach phones through the service. What is typed stays on this phone.
import { useQuery } from '@tanstack/react-query';
import { useLocalSearchParams } from 'expo-router';

import { FORM_TYPES, hasChoices, hasWording, type Form } from '@/contract/form';
import { FormScreen } from '@/features/shared/FormScreen';
import { Loaded } from '@/features/shared/Loaded';
import { OnlineConflict } from '@/features/shared/OnlineConflict';
import { OnlineNote } from '@/features/shared/OnlineNote';
import { RequirePermission } from '@/features/shared/RequirePermission';
import { useRuntime } from '@/features/shared/runtime';
import { useBack, useLeave } from '@/features/shared/useBack';
import { useCanEditQuestions } from '@/features/shared/useCanEditQuestions';
import { useDraftForm, useOpenedDraft, type OpenedDraft } from '@/features/shared/useDraftForm';
import { useOnlineForm } from '@/features/shared/useOnlineForm';
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
  readQuestionForm,
  typeOf,
  type QuestionDraft,
  type QuestionErrors,
  type QuestionFields,
  type QuestionForm,
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
  const draftForm = useDraftForm(opened);
  const online = useOnlineForm(draftForm, opened.draftKey);
  const { form, seen } = draftForm.draft;
  const reading = readQuestionForm(form, seen);
  const { problem } = online;
  const refused: QuestionErrors = problem?.kind === 'invalid' ? { label: 'refused' } : {};
  const errors = draftForm.isTried
    ? { ...refused, ...(reading.kind === 'errors' ? reading.errors : {}) }
    : {};
  const change = (part: Partial<QuestionForm>) =>
    draftForm.change((draft) => ({ ...draft, form: { ...draft.form, ...part } }));
  const errorAt = (field: keyof QuestionErrors) => {
    const error = errors[field];
    return error === undefined ? undefined : t(`forms.error.${error}`);
  };
  const save = async () => {
    draftForm.setTried();
    if (reading.kind !== 'fields' || !reading.isChanged) return;
    const { fields } = reading;
    const saved = await online.submit({
      work: () => saveQuestion(runtime, draftForm, { fields, type: form.type }),
      apply: applyQuestion(runtime.scope),
    });
    if (saved !== null) leave();
  };
  const earlier = (record?.wordings ?? []).filter(({ version }) => version !== record?.version);
  return (
    <FormScreen
      title={title}
      back={back}
      draftForm={draftForm}
      errorCount={Object.keys(errors).length}
      isUnchanged={reading.kind === 'fields' && !reading.isChanged}
      onSave={() => void save()}
    >
      <OnlineNote problem={problem} />
      {problem?.kind === 'conflict' && reading.kind === 'fields' && seen !== null && (
        <OnlineConflict
          conflicts={problem.conflicts}
          edit={{ base: seen, mine: reading.fields }}
          nameOf={(field) => t(fieldWords[field as keyof QuestionFields])}
          describeValue={(field, value) =>
            field === 'refvalues' ? format.list(offered(value as QuestionFields['refvalues'])) : undefined
          }
          onSettled={({ base, mine }) => {
            draftForm.change((draft) => ({
              ...draft,
              seen: base,
              form: questionForm(mine, draft.form.type),
            }));
            online.clearProblem();
          }}
        />
      )}
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
      <CheckboxRow
        label={t('catalogue.archived')}
        hint={t('forms.archivedHint')}
        checked={form.archived}
        onChange={(archived) => change({ archived })}
      />
    </FormScreen>
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
