import { type Scope } from '../scopes';
import { type Reader, type Transaction } from '../store';
import { fetchQueue } from './fetchQueue';

const queue = fetchQueue('contacts_to_fetch', 'contacts');

/** Adds contacts to the fetch queue: those a bundle or a person refers to and that are not on the phone. */
export const addContactsToFetch = queue.add;

/** Contacts to fetch; those that the service does not have are requested again after a day. */
export const listContactsToFetch = queue.list;

/** The service does not have it, or does not show it. */
export const markContactMissing = queue.markMissing;

export const removeContactsToFetch = queue.remove;

/** Fetches contacts again that are on the phone. */
export async function requeueContacts(tx: Transaction, scope: Scope, ids: readonly number[]): Promise<void> {
  await tx.run(
    `INSERT INTO contacts_to_fetch (scope_id, id) SELECT ?, value FROM json_each(?) WHERE true
     ON CONFLICT DO NOTHING`,
    [scope.id, JSON.stringify(ids)]
  );
}

/** Whether a contact is in the fetch queue, or was not found. */
export async function getContactToFetch(
  reader: Reader,
  scope: Scope,
  id: number
): Promise<{ missingAt: number | null } | null> {
  return reader.get<{ missingAt: number | null }>(
    'SELECT missing_at AS missingAt FROM contacts_to_fetch WHERE scope_id = ? AND id = ?',
    [scope.id, id]
  );
}
