// Offline: complete. The change is saved on this phone and sent automatically; only what was changed is sent.
import { useQuery } from '@tanstack/react-query';
import { useLocalSearchParams } from 'expo-router';

import { type Contact } from '@/contract/contact';
import { type OutboxRow } from '@/db/outbox/outbox';
import { Loaded } from '@/features/shared/Loaded';
import { useRuntime } from '@/features/shared/runtime';
import { useBack, useLeave } from '@/features/shared/useBack';
import { useDraftForm, useOpenedDraft, type OpenedDraft } from '@/features/shared/forms/useDraftForm';
import { useExtension } from '@/features/shared/useExtension';
import { useI18n } from '@/i18n/I18nProvider';
import { contactQueries } from '@/queries/contacts';
import { EmptyState } from '@/ui/EmptyState';
import { Screen } from '@/ui/Screen';

import { updateContactRow } from '../mutations';
import { ContactFormView } from './ContactFormView';
import { ContactDraftSchema, formOf, readChangedContact, type ContactDraft } from './contactForm';

export function EditContactScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const id = Number(useLocalSearchParams<{ id: string }>().id);
  const canWrite = useExtension('contacts_write');
  const query = useQuery(contactQueries.one(runtime, id));
  const back = useBack({ pathname: '/contacts/[id]', params: { id } });
  const contact = query.data?.contact ?? null;
  if (canWrite && contact !== null)
    return <EditContact key={id} contact={contact} pending={query.data?.pending ?? []} />;
  return (
    <Screen title={t('contactEdit.title')} titlePlace="bar" back={back}>
      {canWrite ? (
        <Loaded query={query}>
          {() => <EmptyState icon="person" title={t('contacts.missing.notHere')} />}
        </Loaded>
      ) : (
        <EmptyState icon="info" title={t('contactEdit.notOffered')} text={t('contactEdit.notOfferedText')} />
      )}
    </Screen>
  );
}

type Edited = { contact: Contact; pending: readonly OutboxRow[] };

function EditContact({ contact, pending }: Edited) {
  const runtime = useRuntime();
  const opened = useOpenedDraft({
    draftKey: `contact:${contact.id}`,
    schema: ContactDraftSchema,
    start: (): ContactDraft => ({ version: 1, id: runtime.newId(), seen: contact, form: formOf(contact) }),
  });
  return opened && <EditForm key={opened.round} contact={contact} pending={pending} opened={opened} />;
}

function EditForm({ contact, pending, opened }: Edited & { opened: OpenedDraft<ContactDraft> }) {
  const { t } = useI18n();
  const parent = { pathname: '/contacts/[id]', params: { id: contact.id } } as const;
  const back = useBack(parent);
  const leave = useLeave(parent);
  const draftForm = useDraftForm(opened);
  const { id, form, seen } = draftForm.draft;
  const base = seen ?? contact;
  const reading = readChangedContact(base, form);
  const save = async () => {
    if (reading.kind !== 'update') return;
    if (await draftForm.save([updateContactRow(id, base, reading.update)])) leave();
  };
  return (
    <ContactFormView
      title={t('contactEdit.title')}
      back={back}
      draftForm={draftForm}
      reading={reading}
      onSave={() => void save()}
      pending={pending}
    />
  );
}
