import { type Contact } from '@/contract/contact';
import { readAddress } from '@/domain/address';
import { houseKey, type Resident } from '@/domain/walkList';

import { contactLine } from './contacts';
import { listChangedContacts } from './outbox/contactChanges';
import { type Scope } from './scopes';
import { type Reader } from './store';

/** The contacts who live in some houses, by name, with their unsent changes. */
export async function listResidents(
  reader: Reader,
  scope: Scope,
  houses: readonly string[]
): Promise<Resident[]> {
  const rows = await reader.all<Omit<Resident, 'optedOut'> & { optedOut: number }>(
    `SELECT line.id, line.name, line.opted_out AS optedOut, house,
       coalesce(body ->> '$.address.floor', '') AS floor, coalesce(body ->> '$.address.door', '') AS door
     FROM contact_bodies AS full JOIN contacts AS line ON line.scope_id = full.scope_id AND line.id = full.id
     WHERE full.scope_id = ? AND house <> '' AND house IN (SELECT value FROM json_each(?))
     ORDER BY line.sort_key, line.id`,
    [scope.id, JSON.stringify(houses)]
  );
  const residents = rows.map((row) => ({
    ...row,
    floor: String(row.floor),
    door: String(row.door),
    optedOut: row.optedOut === 1,
  }));
  const changed = await listChangedContacts(reader, scope);
  if (changed.size === 0) return residents;
  // Each stays in its place; one whose changed address is in these houses is last.
  const all = new Map(residents.map((resident) => [resident.id, resident]));
  for (const [id, contact] of changed) all.set(id, residentOf(contact));
  return [...all.values()].filter(({ house }) => house !== '' && houses.includes(house));
}

function residentOf(contact: Contact): Resident {
  const address = readAddress(contact.address ?? {});
  const { id, name, optedOut } = contactLine(contact);
  return { id, name, optedOut, house: houseKey(address), floor: address.floor, door: address.door };
}
