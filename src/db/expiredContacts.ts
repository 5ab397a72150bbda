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
 * draft refers to stays, and so does one in a bucket: it goes with its bucket.
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
       AND id NOT IN (SELECT contact_id FROM bundle_contacts WHERE scope_id = ?)
       AND id NOT IN (SELECT id FROM bucket_records WHERE scope_id = ? AND kind = 'contact')`,
    [scope.id, scope.id, scope.id]
  );
  const named = await listReferenced(tx, scope);
  const expired = addressed.filter(
    ({ id, ...address }) => streets.has(streetKey(readAddress(address))) && !named.has(id)
  );
  await removeContacts(
    tx,
    scope,
    expired.map(({ id }) => id)
  );
  return expired.length;
}

/** A contact in a field, in the entity of a row or in the key of a draft. */
const reference = /(?:"contact_?id":|\b(?:contact|answers):)(\d+)\b/gi;

/** The contacts of unsent records and drafts. No other number: a contact that was erased would stay for an amount. */
export async function listReferenced(reader: Reader, scope: Scope): Promise<Set<number>> {
  const rows = await listOutbox(reader, scope, { states: unsentStates });
  const drafts = await listDrafts<unknown>(reader, scope, '');
  const texts = [
    ...rows.map(({ body, entity }) => `${body} ${entity}`),
    ...drafts.map(({ key, draft }) => `${JSON.stringify(draft)} ${key}`),
  ];
  return new Set(texts.flatMap((text) => [...text.matchAll(reference)].map(([, id]) => Number(id))));
}
