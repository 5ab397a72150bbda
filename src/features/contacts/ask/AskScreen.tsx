// Offline: complete. Answers are saved on this phone and sent automatically.
import { useQuery } from '@tanstack/react-query';
import { useLocalSearchParams } from 'expo-router';
import { z } from 'zod';

import { type Contact } from '@/contract/contact';
import { type Form } from '@/contract/form';
import { readAnswers } from '@/domain/answers';
import { answersRow } from '@/features/shared/answersRow';
import { FormScreen } from '@/features/shared/forms/FormScreen';
import { Loaded } from '@/features/shared/Loaded';
import { QuestionField } from '@/features/shared/QuestionField';
import { useRuntime } from '@/features/shared/runtime';
import { useBack, useLeave } from '@/features/shared/useBack';
import { useDraftForm, useOpenedDraft, type OpenedDraft } from '@/features/shared/forms/useDraftForm';
import { useQuestions } from '@/features/shared/useQuestions';
import { useI18n } from '@/i18n/I18nProvider';
import { contactQueries } from '@/queries/contacts';
import { Banner } from '@/ui/Banner';
import { EmptyState } from '@/ui/EmptyState';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';

import { contactName } from '../mutations';

const AskDraftSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  typed: z.record(z.string(), z.array(z.string())),
});
type AskDraft = z.output<typeof AskDraftSchema>;

/** The questions of an action (`action`), or of all running ones, for one contact. */
export function AskScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const params = useLocalSearchParams<{ id: string; action?: string }>();
  const id = Number(params.id);
  const actionId = params.action === undefined ? null : Number(params.action);
  const query = useQuery(contactQueries.one(runtime, id));
  const questions = useQuestions(actionId);
  const back = useBack({ pathname: '/contacts/[id]', params: { id } });
  const contact = query.data?.contact ?? null;
  if (contact !== null && questions !== undefined && questions.length > 0)
    return <Ask key={id} contact={contact} actionId={actionId} questions={questions} />;
  return (
    <Screen title={t('forms.ask')} titlePlace="bar" back={back}>
      <Loaded query={query}>
        {() =>
          questions === undefined ? null : (
            <EmptyState
              icon="list"
              title={t(contact === null ? 'contacts.missing.notHere' : 'forms.nothingToAsk')}
            />
          )
        }
      </Loaded>
    </Screen>
  );
}

interface AskProps {
  contact: Contact;
  actionId: number | null;
  questions: readonly Form[];
}

function Ask(props: AskProps) {
  const runtime = useRuntime();
  const opened = useOpenedDraft({
    draftKey: `answers:${props.contact.id}`,
    schema: AskDraftSchema,
    start: (): AskDraft => ({ version: 1, id: runtime.newId(), typed: {} }),
  });
  return opened && <AskForm key={opened.round} {...props} opened={opened} />;
}

function AskForm({ contact, actionId, questions, opened }: AskProps & { opened: OpenedDraft<AskDraft> }) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const parent = { pathname: '/contacts/[id]', params: { id: contact.id } } as const;
  const back = useBack(parent);
  const leave = useLeave(parent);
  const draftForm = useDraftForm(opened);
  const { id, typed } = draftForm.draft;
  const reading = readAnswers(questions, typed);
  const errors = draftForm.isTried && reading.kind === 'errors' ? reading.errors : {};
  const isUnchanged = reading.kind === 'answers' && reading.answers.length === 0;
  const save = async () => {
    draftForm.setTried();
    if (reading.kind !== 'answers' || isUnchanged) return;
    const row = answersRow(
      {
        uuid: id,
        contact_id: contact.id,
        ...(actionId === null ? {} : { action_id: actionId }),
        answered_at: new Date(runtime.now()).toISOString(),
        answers: reading.answers,
      },
      contactName(contact)
    );
    if (await draftForm.save([row])) leave();
  };
  return (
    <FormScreen
      title={t('forms.ask')}
      back={back}
      draftForm={draftForm}
      errorCount={Object.keys(errors).length}
      isUnchanged={isUnchanged}
      onSave={() => void save()}
    >
      <Text variant="section">{contactName(contact) || t('common.unnamed')}</Text>
      {contact.black_list === true && (
        <Banner
          tone="person"
          icon="block"
          title={t('contacts.optOut.title')}
          text={t('contacts.optOut.text')}
        />
      )}
      {questions.map((form) => {
        const error = errors[form.id];
        return (
          <QuestionField
            key={form.id}
            form={form}
            typed={typed[form.id] ?? []}
            error={error === undefined ? undefined : t(`forms.error.${error}`)}
            onChange={(values) =>
              draftForm.change((draft) => ({ ...draft, typed: { ...draft.typed, [form.id]: values } }))
            }
          />
        );
      })}
    </FormScreen>
  );
}
