import { getFact } from '@/db/facts';
import { getContactView } from '@/db/outbox/pendingContacts';
import { createContactRow, updateContactRow } from '@/features/contacts/mutations';
import { saveRows } from '@/features/shared/saveRow';

import type { Random } from './random';
import type { World } from './world';

/** The contacts that a phone shows: those that it added and has not downloaded, and the downloaded ones that a phone added. */
export type ShownContacts = { added: string[]; downloaded: string[]; mails: Map<number, string> };

/** The contacts that the users have added, compared with the screens and with the service. */
export class ContactBook {
  readonly #saved = new Map<string, { owner: number }>();

  save(uuid: string, owner: number): void {
    this.#saved.set(uuid, { owner });
  }

  /** Each contact that this user added is shown once. */
  check(
    { added, downloaded }: ShownContacts,
    userId: number,
    report: (record: string, what: string) => void
  ): void {
    const shown = [...added, ...downloaded];
    for (const [uuid, { owner }] of this.#saved) {
      if (owner !== userId) continue;
      const times = shown.filter((each) => each === uuid).length;
      if (times !== 1) report(uuid, `is shown ${times} times`);
    }
  }

  /** Each contact is at the service once, or on the phone of a service without a place for it. */
  findFailures(
    stored: readonly string[],
    onPhone: ReadonlySet<string>
  ): { lost: string[]; doubled: string[] } {
    const timesOf = (uuid: string) => stored.filter((name) => name === uuid).length;
    const saved = [...this.#saved.keys()];
    return {
      lost: saved
        .filter((uuid) => timesOf(uuid) === 0 && !onPhone.has(uuid))
        .map((uuid) => `contact ${uuid}`),
      doubled: saved.filter((uuid) => timesOf(uuid) > 1).map((uuid) => `contact ${uuid}`),
    };
  }
}

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
