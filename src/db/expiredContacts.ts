import { readAddress, streetKey } from '@/domain/address';
import { unsentStates } from '@/domain/outbox';

import { removeContacts } from './contacts';
import { listDrafts } from './drafts';
import { listOutbox } from './outbox/outbox';
import { type Scope } from './scopes';
import { type Reader, type Transaction } from './store';

type Addressed = { id: number; street: string; city: string | null };

/**
 * Deletes the contacts of some streets from the phone and returns how many. A contact that a bundle, an unsent row or a
 * draft refers to stays.
 */
export async function removeContactsOfStreets(
  tx: Transaction,
  scope: Scope,
  streets: ReadonlySet<string>
): Promise<number> {
  if (streets.size === 0) return 0;
  const addressed = await tx.all<Addressed>(
    `SELECT id, json_extract(body, '$.address.street') AS street, json_extract(body, '$.address.city') AS city
     FROM contact_bodies WHERE scope_id = ? AND json_extract(body, '$.address.street') <> ''
       AND id NOT IN (SELECT contact_id FROM bundle_contacts WHERE scope_id = ?)`,
    [scope.id, scope.id]
  );
  const named = await listNamedHere(tx, scope);
  const aged = addressed.filter(
    ({ id, ...address }) => streets.has(streetKey(readAddress(address))) && !named.has(id)
  );
  await removeContacts(
    tx,
    scope,
    aged.map(({ id }) => id)
  );
  return aged.length;
}

/**
 * Every number in an unsent record or a draft. These are more than the contact ids; a contact too many that stays costs
 * nothing, one too few would remove the person from a form.
 */
async function listNamedHere(reader: Reader, scope: Scope): Promise<Set<number>> {
  const rows = await listOutbox(reader, scope, { states: unsentStates });
  const drafts = await listDrafts<unknown>(reader, scope, '');
  const texts = [...rows.map(({ body }) => body), ...drafts.map(({ draft }) => JSON.stringify(draft))];
  return new Set(texts.flatMap((text) => (text.match(/\d+/g) ?? []).map(Number)));
}
