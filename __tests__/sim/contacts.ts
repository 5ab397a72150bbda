import { getFact } from '@/db/facts';
import { getContactView } from '@/db/outbox/pendingContacts';
import { createContactRow, updateContactRow } from '@/features/contacts/mutations';
import { saveRows } from '@/features/shared/forms/saveRow';

import type { Random } from './random';
import type { World } from './world';

/** The screens offer it only with the extension. */
async function isOffered({ phone }: World): Promise<boolean> {
  const app = phone.app;
  const names = app && (await getFact(app.store, app.scope, 'capabilities'));
  return names?.includes('contacts_write') ?? false;
}

/** Adds a contact. Its surname is its uuid, so that a second one with another uuid is noticed. */
export async function addContact(world: World, random: Random): Promise<void> {
  const { phone, oracle } = world;
  if (!(await isOffered(world))) return;
  const runtime = phone.runtime();
  if (!runtime) return;
  const owner = phone.userId;
  const uuid = random.uuid();
  oracle.intend(uuid, () => oracle.contacts.save(uuid, owner));
  const row = createContactRow({ uuid, firstname: 'New', surname: uuid });
  if ((await saveRows(runtime, [row])) !== 'saved') return;
  oracle.adopt(uuid);
  phone.requestRound('write');
}

/** Changes the mail address of a contact. */
export async function editContact(
  world: World,
  random: Random,
  saveText: (rowId: string, field: string, text: string, save: () => Promise<void>) => Promise<void>
): Promise<void> {
  const { phone, space } = world;
  if (!(await isOffered(world))) return;
  const runtime = phone.runtime();
  if (!runtime) return;
  const id = random.pick(space.contactIds);
  const view = await getContactView(runtime.store, runtime.scope, id);
  if (!view) return;
  const mail = `mail${random.between(1, 1_000_000)}@example.org`;
  const row = updateContactRow(random.uuid(), view.contact, { mail });
  await saveText(row.id, `mail of ${id}`, mail, () => phone.save(row));
}
