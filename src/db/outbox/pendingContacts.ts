import { type Contact, type ContactCreate } from '@/contract/contact';
import { entityOf } from '@/domain/entity';

import { getContact, hasAddedContact } from '../contacts';
import { type Scope } from '../scopes';
import { type Reader } from '../store';
import { overlayContactChanges } from './contactChanges';
import { listPending, listPendingOf, sentData } from './pending';
import { type OutboxRow } from './row';

/** A contact with the unsent changes of this phone on top. */
export type ContactView = { contact: Contact; pending: OutboxRow[] };

export async function getContactView(reader: Reader, scope: Scope, id: number): Promise<ContactView | null> {
  const downloaded = await getContact(reader, scope, id);
  if (!downloaded) return null;
  const pending = await listPendingOf(reader, scope, entityOf('contact', id));
  return { contact: overlayContactChanges(downloaded, pending), pending };
}

/** A contact that this phone added and that no download has returned yet. */
export type AddedContact = { row: OutboxRow; contact: ContactCreate };

/** The latest first. */
export async function listAddedContacts(reader: Reader, scope: Scope): Promise<AddedContact[]> {
  const added: AddedContact[] = [];
  for (const row of await listPending(reader, scope, ['contact_create']))
    if (!(await hasAddedContact(reader, scope, row.id)))
      added.unshift({ row, contact: sentData<ContactCreate>(row) });
  return added;
}
