import {
  ContactCreateRequest,
  ContactUpdateRequest,
  type Contact,
  type ContactCreate,
  type ContactUpdate,
} from '@/contract/contact';
import { addContactsToFetch } from '@/db/pull/contactsToFetch';
import { removeDraft } from '@/db/drafts';
import { getOutboxRow, isCertainlyAbsent, replaceRow, type NewOutboxRow } from '@/db/outbox/outbox';
import { entityOf } from '@/domain/entity';
import { type OnlineFailure, whyNotWritten } from '@/domain/online';
import { type Runtime } from '@/features/shared/runtime';

/** Queues the download of a contact that is not on the phone. */
export async function queueFetch(
  { store, scope }: Pick<Runtime, 'store' | 'scope'>,
  id: number
): Promise<void> {
  await store.write((tx) => addContactsToFetch(tx, scope, [id]));
}

/** Looks up a person beyond one's own: the service records it, and the contact can then be downloaded. */
export async function lookUpContact(
  { online, newId }: Pick<Runtime, 'online' | 'newId'>,
  id: number
): Promise<'found' | OnlineFailure> {
  const result = await online.write({
    endpoint: 'lookUpContact',
    params: { id },
    body: { data: {} },
    key: newId(),
  });
  if (result.kind === 'written') return 'found';
  return whyNotWritten(result.kind);
}

const BODY_VERSION = 1;

export function contactName({
  firstname,
  surname,
}: Pick<Partial<ContactCreate>, 'firstname' | 'surname'>): string {
  return [firstname, surname].filter(Boolean).join(' ');
}

/** A new contact. Its uuid is the id of the row: however often it is sent, it is one contact. */
export function createContactRow(contact: ContactCreate): NewOutboxRow {
  return {
    id: contact.uuid,
    kind: 'contact_create',
    entity: entityOf('contact', contact.uuid),
    body: JSON.stringify(ContactCreateRequest.parse({ data: contact })),
    bodyVersion: BODY_VERSION,
    who: contactName(contact),
  };
}

/** A change of a contact with the contact that the person saw; merged with what others changed when it is sent. */
export function updateContactRow(id: string, seen: Contact, update: ContactUpdate): NewOutboxRow {
  return {
    id,
    kind: 'contact_update',
    entity: entityOf('contact', seen.id),
    body: JSON.stringify(ContactUpdateRequest.parse({ data: update })),
    bodyVersion: BODY_VERSION,
    base: seen,
    who: contactName({ ...seen, ...update }),
  };
}

/** Replaces a contact that this phone added. False, and nothing is written, if it may have been sent. */
export async function replaceAdded(
  { store, scope, now, sync }: Runtime,
  replacedId: string,
  row: NewOutboxRow,
  draftKey: string
): Promise<boolean> {
  const isReplaced = await store.write(async (tx) => {
    const replaced = await getOutboxRow(tx, scope, replacedId);
    if (!replaced || !(await isCertainlyAbsent(tx, scope, replaced))) return false;
    if (!(await replaceRow(tx, scope, replaced, row, now()))) return false;
    await removeDraft(tx, scope, draftKey);
    return true;
  });
  if (isReplaced) sync.sendNow();
  return isReplaced;
}
