import { type Scope } from './scopes';
import { type Reader } from './store';
import { wantedTable } from './wanted';

const wanted = wantedTable('wanted_contacts', 'contacts');

/** Adds contacts to the fetch queue: those a bundle or a person refers to and that are not on the phone. */
export const wantContacts = wanted.want;

/** Contacts to fetch; those that the service does not have are requested again after a day. */
export const listWantedContacts = wanted.list;

/** The service does not have it, or does not show it. */
export const noteContactMissing = wanted.noteMissing;

export const removeWanted = wanted.remove;

/** Whether a contact is in the fetch queue, or was not found. */
export async function getWantedContact(
  reader: Reader,
  scope: Scope,
  id: number
): Promise<{ missingAt: number | null } | null> {
  return reader.get<{ missingAt: number | null }>(
    'SELECT missing_at AS missingAt FROM wanted_contacts WHERE scope_id = ? AND id = ?',
    [scope.id, id]
  );
}
