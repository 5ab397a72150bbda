import { type Contact, type ContactUpdate } from '@/contract/contact';
import { overlayContactChange } from '@/domain/contacts/contactEdit';
import { serverIdOf } from '@/domain/entity';

import { parseBody } from '../recordTable';
import { type Scope } from '../scopes';
import { type Reader } from '../store';
import { isPending, sentData } from './pending';
import { outboxColumns, toOutboxRow, type OutboxRow, type StoredOutboxRow } from './row';

/** A contact with its unsent changes on top, oldest first. */
export function overlayContactChanges(contact: Contact, pending: readonly OutboxRow[]): Contact {
  return pending
    .filter(({ kind }) => kind === 'contact_update')
    .reduce((under, row) => overlayContactChange(under, row.base, sentData<ContactUpdate>(row)), contact);
}

/** The contacts of the phone that have unsent changes, with those on top, by id. */
export async function listChangedContacts(reader: Reader, scope: Scope): Promise<Map<number, Contact>> {
  const rows = await reader.all<StoredOutboxRow>(
    `SELECT ${outboxColumns} FROM outbox WHERE scope_id = ? AND entity > 'contact:' AND entity < 'contact;'
     AND kind = 'contact_update' AND ${isPending} ORDER BY seq`,
    [scope.id]
  );
  if (rows.length === 0) return new Map();
  const pending = rows.map(toOutboxRow);
  const bodies = await reader.all<{ id: number; body: string }>(
    'SELECT id, body FROM contact_bodies WHERE scope_id = ? AND id IN (SELECT value FROM json_each(?))',
    [scope.id, JSON.stringify(pending.map(({ entity }) => serverIdOf(entity)))]
  );
  return new Map(
    bodies.map(({ id, body }) => [
      id,
      overlayContactChanges(
        parseBody<Contact>(body),
        pending.filter(({ entity }) => serverIdOf(entity) === id)
      ),
    ])
  );
}
