// Offline: complete. The contact is on this phone immediately and is added at the service when there is signal.
import { useQuery } from '@tanstack/react-query';
import { useLocalSearchParams } from 'expo-router';

import { type ContactCreate } from '@/contract/contact';
import { sentData } from '@/db/outbox/pending';
import { type AddedContact } from '@/db/outbox/pendingContacts';
import { Loaded } from '@/features/shared/Loaded';
import { useRuntime } from '@/features/shared/runtime';
import { useAttempt } from '@/features/shared/useAttempt';
import { useBack, useLeave } from '@/features/shared/useBack';
import { useDraftForm, useOpenedDraft, type OpenedDraft } from '@/features/shared/forms/useDraftForm';
import { useExtension } from '@/features/shared/useExtension';
import { useI18n } from '@/i18n/I18nProvider';
import { contactQueries } from '@/queries/contacts';
import { EmptyState } from '@/ui/EmptyState';
import { Screen } from '@/ui/Screen';
import { useToast } from '@/ui/Toast';

import { createContactRow, replaceAdded } from '../mutations';
import { ContactFormView } from './ContactFormView';
import { ContactDraftSchema, formOf, readNewContact, type ContactDraft } from './contactForm';

/** Adds a contact; with `row`, changes one that this phone added and has not sent. */
export function NewContactScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const back = useBack('/contacts');
  const canWrite = useExtension('contacts_write');
  const { row: rowId } = useLocalSearchParams<{ row?: string }>();
  const added = useQuery({ ...contactQueries.added(runtime), enabled: rowId !== undefined });
  const title = t(rowId === undefined ? 'contactEdit.newTitle' : 'contactEdit.title');
  if (rowId === undefined && canWrite) return <NewContact replaced={null} />;
  const found = added.data?.find(({ row }) => row.id === rowId);
  if (found) return <NewContact key={rowId} replaced={found} />;
  return (
    <Screen title={title} titlePlace="bar" back={back}>
      {rowId === undefined ? (
        <EmptyState icon="info" title={t('contactEdit.notOffered')} text={t('contactEdit.notOfferedText')} />
      ) : (
        <Loaded query={added}>
          {() => <EmptyState icon="check" title={t('contactEdit.gone')} text={t('contactEdit.goneText')} />}
        </Loaded>
      )}
    </Screen>
  );
}

function NewContact({ replaced }: { replaced: AddedContact | null }) {
  const runtime = useRuntime();
  const opened = useOpenedDraft({
    draftKey: replaced === null ? 'contact:new' : `contact:added:${replaced.row.id}`,
    schema: ContactDraftSchema,
    // The id is created when the form opens: a second tap adds no second contact.
    start: (): ContactDraft => ({
      version: 1,
      id: runtime.newId(),
      seen: null,
      form: formOf(replaced === null ? {} : sentData<ContactCreate>(replaced.row)),
    }),
  });
  return opened && <NewContactForm key={opened.round} opened={opened} replaced={replaced} />;
}

function NewContactForm({
  opened,
  replaced,
}: {
  opened: OpenedDraft<ContactDraft>;
  replaced: AddedContact | null;
}) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const toast = useToast();
  const attempt = useAttempt();
  const back = useBack('/contacts');
  const leave = useLeave('/contacts');
  const draftForm = useDraftForm(opened);
  const { id, form } = draftForm.draft;
  const reading = readNewContact(id, form);
  const save = async () => {
    if (reading.kind !== 'create') return;
    const row = createContactRow(reading.contact);
    if (replaced === null) {
      if (await draftForm.save([row])) leave();
      return;
    }
    const isReplaced = await draftForm.submit(async () => {
      const done = await attempt(() => replaceAdded(runtime, replaced.row.id, row, opened.draftKey));
      if (done === false) toast({ tone: 'person', icon: 'warning', title: t('contactEdit.alreadySent') });
      return done === true;
    });
    if (isReplaced) leave();
  };
  return (
    <ContactFormView
      title={t(replaced === null ? 'contactEdit.newTitle' : 'contactEdit.title')}
      back={back}
      draftForm={draftForm}
      reading={reading}
      onSave={() => void save()}
    />
  );
}
