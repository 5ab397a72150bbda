import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from 'zod';

import { createToken, hashToken } from '../auth/tokens';
import type { Caller, Database, Tx } from '../store/database';
import { insertActions } from './actions';
import { insertDemoBundles } from './bundles';
import { type DemoForms, insertContacts } from './contacts';
import { DEMO_DOORS } from './places';
import {
  addToSpace,
  insertCatalogue,
  insertForms,
  insertPerson,
  insertRoles,
  insertSpace,
  insertTeam,
  insertVolunteers,
} from './space';

const TokensSchema = z.object({
  admin: z.string(),
  manager: z.string(),
  leader: z.string(),
  volunteer: z.string(),
});
const SampleSchema = z.object({
  team_id: z.int(),
  contact_id: z.int(),
  bundle_id: z.int(),
  user_id: z.int(),
});

/** The content of DATA_DIR/demo.json. */
const DemoSchema = z.object({
  base_url: z.string(),
  tokens: TokensSchema,
  other_space: z.object({ admin: z.string() }),
  sample: SampleSchema,
});
export type Demo = z.output<typeof DemoSchema>;

/** The advisory lock: processes that start together create the demo once. */
const LOCK = 7_236_642;
const TEN_YEARS_MS = 10 * 365 * 86_400_000;
const BUNDLES = 60;

/** The people whose tokens are in demo.json, identified by their addresses. */
export const PEOPLE = {
  admin: { firstname: 'Ana', surname: 'Ferreira', mail: 'admin@example.org' },
  manager: { firstname: 'Benoît', surname: 'Le Goff', mail: 'manager@example.org' },
  leader: { firstname: 'Leïla', surname: 'Haddad', mail: 'leader@example.org' },
  volunteer: { firstname: 'Zoé', surname: 'N’Diaye', mail: 'volunteer@example.org' },
} as const;
const OTHER_ADMIN = { firstname: 'Otto', surname: 'Andersson', mail: 'admin@other.example.org' };

/** Runs work in a space as a request does: under the role of requests, with row-level security. */
async function asMember<T>(tx: Tx, groupId: number, work: () => Promise<T>): Promise<T> {
  await tx.execute(sql`SET LOCAL ROLE doorstep_app`);
  await tx.execute(sql`SELECT set_config('doorstep.group_id', ${String(groupId)}, true)`);
  const result = await work();
  await tx.execute(sql`SELECT set_config('doorstep.group_id', '', true)`);
  await tx.execute(sql`SET LOCAL ROLE NONE`);
  return result;
}

async function numbers(tx: Tx, query: ReturnType<typeof sql>): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number | string }>(query);
  return rows.map(({ id }) => Number(id));
}

type Options = { contacts: number; today: Date; onProgress: (step: string) => void };

/** Reports progress every 10,000 contacts. */
function reportContacts(contacts: number, onProgress: (step: string) => void): (done: number) => void {
  return (done) => {
    if (done % 10_000 === 0) onProgress(`Creating contacts: ${done} of ${contacts}`);
  };
}

async function createFirstSpace(tx: Tx, { contacts, today, onProgress }: Options): Promise<void> {
  const groupId = await insertSpace(tx, 'Les Voisins de Valorme', 'first', 'assigned');
  const roles = await insertRoles(tx, groupId);
  const admin = await insertPerson(tx, groupId, roles.admin, PEOPLE.admin, 0);
  const manager = await insertPerson(tx, groupId, roles.manager, PEOPLE.manager, 1);
  const leader = await insertPerson(tx, groupId, roles.user, PEOPLE.leader, 2);
  const volunteer = await insertPerson(tx, groupId, roles.user, PEOPLE.volunteer, 3);
  await insertPerson(
    tx,
    groupId,
    roles.superadmin,
    { firstname: 'Sol', surname: 'Ópez', mail: 'superadmin@example.org' },
    4
  );
  const others = await insertVolunteers(tx, groupId, roles.user, 'valorme', 24);

  const [oldTown, harbour] = [
    await insertTeam(tx, groupId, {
      name: 'Old town',
      description: 'Monday and Thursday evenings, from the church.',
      leaders: [leader],
      members: [volunteer, ...others.slice(0, 7)],
      address: {
        housenumber: '3',
        street: 'place de l’Église',
        postalcode: '00110',
        city: 'Valorme',
        country: 'FR',
        lattitude: '47.218',
        longitude: '-1.553',
        location: '47.218, -1.553',
        score: 0.98,
        invalid: false,
      },
    }),
    await insertTeam(tx, groupId, {
      name: 'Harbour',
      leaders: [others[8] ?? leader],
      members: others.slice(8, 15),
      hideUsers: true,
      address: { street: 'quai des Bateliers', postalcode: '00130', city: 'Port-Clairin', country: 'FR' },
    }),
  ];
  await insertTeam(tx, groupId, {
    name: 'Treasury',
    description: 'Counts the cash on Fridays.',
    leaders: [manager],
    members: [admin, leader],
    private: true,
  });
  await insertTeam(tx, groupId, {
    name: 'فريق الشمال',
    leaders: [others[16] ?? leader],
    members: [volunteer, ...others.slice(16, 20)],
  });

  const forms = await insertForms(tx, groupId);
  const catalogue = await insertCatalogue(tx, groupId, 'VAL');
  await insertContacts(tx, groupId, {
    seed: 'valorme',
    forms,
    doors: DEMO_DOORS,
    from: 0,
    to: contacts,
    onProgress: reportContacts(contacts, onProgress),
  });
  const contactIds = await numbers(
    tx,
    sql`SELECT id FROM contacts WHERE group_id = ${groupId} ORDER BY id LIMIT 400`
  );
  const cast = { creator: manager, people: [volunteer, leader, ...others], teams: [oldTown, harbour] };
  await insertActions(tx, groupId, cast, contactIds, { today, forms });
  if (contactIds.length > 0) {
    const caller: Caller = {
      tokenHash: '',
      userId: volunteer,
      groupId,
      roleId: roles.user,
      roleType: 'user',
      deviceId: null,
      rights: null,
      expiresAt: Infinity,
      namesSpace: false,
    };
    await asMember(tx, groupId, () =>
      insertDemoBundles(tx, caller, { count: BUNDLES, contactIds, catalogue, today })
    );
  }

  // A second space for the same people, to try switching spaces.
  const training = await insertSpace(tx, 'Training ground', 'training', 'everyone');
  const trainingRoles = await insertRoles(tx, training);
  await addToSpace(tx, training, admin, trainingRoles.admin);
  await addToSpace(tx, training, manager, trainingRoles.manager);
  for (const id of [leader, volunteer]) await addToSpace(tx, training, id, trainingRoles.user);
  const trainingForms = await insertForms(tx, training);
  await insertCatalogue(tx, training, 'TRY');
  await insertContacts(tx, training, {
    seed: 'training',
    forms: trainingForms,
    from: 0,
    to: Math.min(contacts, 40),
  });
  await insertTeam(tx, training, { name: 'Beginners', leaders: [manager], members: [leader, volunteer] });
}

async function createOtherSpace(tx: Tx, { contacts, today }: Options): Promise<void> {
  const groupId = await insertSpace(tx, 'Nordic Lighthouse Friends', 'other', 'everyone');
  const roles = await insertRoles(tx, groupId);
  const admin = await insertPerson(tx, groupId, roles.admin, OTHER_ADMIN, 0);
  const people = await insertVolunteers(tx, groupId, roles.user, 'lighthouse', 5);
  const team = await insertTeam(tx, groupId, { name: 'Keepers', leaders: [admin], members: people });
  const forms = await insertForms(tx, groupId);
  const catalogue = await insertCatalogue(tx, groupId, 'NLF');
  await insertContacts(tx, groupId, { seed: 'lighthouse', forms, from: 0, to: Math.min(contacts, 60) });
  const contactIds = await numbers(tx, sql`SELECT id FROM contacts WHERE group_id = ${groupId} ORDER BY id`);
  await insertActions(
    tx,
    groupId,
    { creator: admin, people: [admin, ...people], teams: [team] },
    contactIds,
    { today, forms, count: 2 }
  );
  if (contactIds.length > 0) {
    const caller: Caller = {
      tokenHash: '',
      userId: admin,
      groupId,
      roleId: roles.admin,
      roleType: 'admin',
      deviceId: null,
      rights: null,
      expiresAt: Infinity,
      namesSpace: false,
    };
    await asMember(tx, groupId, () =>
      insertDemoBundles(tx, caller, { count: 8, contactIds, catalogue, today })
    );
  }
}

/** Adds the contacts that are missing for the configured number. Never deletes any. */
async function addContacts(tx: Tx, { contacts, onProgress }: Options): Promise<void> {
  const [groupId] = await numbers(tx, sql`SELECT group_id AS id FROM spaces WHERE demo = 'first'`);
  if (groupId === undefined) return;
  const [present] = await numbers(tx, sql`SELECT count(*) AS id FROM contacts WHERE group_id = ${groupId}`);
  if (present === undefined || present >= contacts) return;
  const forms = await findForms(tx, groupId);
  await insertContacts(tx, groupId, {
    seed: 'valorme',
    forms,
    from: present,
    to: contacts,
    onProgress: reportContacts(contacts, onProgress),
  });
}

async function findForms(tx: Tx, groupId: number): Promise<DemoForms> {
  const [consent = 0, support = 0, canHelp = 0] = await numbers(
    tx,
    sql`SELECT id FROM forms WHERE group_id = ${groupId} ORDER BY id LIMIT 3`
  );
  const values = (form: number) =>
    numbers(
      tx,
      sql`SELECT id FROM form_refvalues WHERE group_id = ${groupId} AND form_id = ${form} ORDER BY id`
    );
  const [yes = 0, no = 0] = await values(consent);
  return {
    consent: { id: consent, yes, no },
    support: { id: support, levels: await values(support) },
    canHelp: { id: canHelp },
  };
}

async function createTokens(tx: Tx): Promise<Pick<Demo, 'tokens' | 'other_space'>> {
  const expiresAt = new Date(Date.now() + TEN_YEARS_MS);
  const tokenFor = async (mail: string) => {
    const [userId] = await numbers(tx, sql`SELECT id FROM users WHERE lower(mail) = ${mail}`);
    if (userId === undefined) throw new Error('a person of the demo is missing');
    return createToken(tx, { userId, label: 'demo', expiresAt });
  };
  return {
    tokens: {
      admin: await tokenFor(PEOPLE.admin.mail),
      manager: await tokenFor(PEOPLE.manager.mail),
      leader: await tokenFor(PEOPLE.leader.mail),
      volunteer: await tokenFor(PEOPLE.volunteer.mail),
    },
    other_space: { admin: await tokenFor(OTHER_ADMIN.mail) },
  };
}

async function readSample(tx: Tx): Promise<Demo['sample']> {
  const first = async (query: ReturnType<typeof sql>) => (await numbers(tx, query))[0] ?? 0;
  const [groupId = 0] = await numbers(tx, sql`SELECT group_id AS id FROM spaces WHERE demo = 'first'`);
  return {
    team_id: await first(sql`SELECT min(id) AS id FROM teams WHERE group_id = ${groupId}`),
    contact_id: await first(sql`SELECT min(id) AS id FROM contacts WHERE group_id = ${groupId}`),
    bundle_id: await first(sql`SELECT min(id) AS id FROM transaction_bundles WHERE group_id = ${groupId}`),
    user_id: await first(sql`SELECT id FROM users WHERE mail = ${PEOPLE.volunteer.mail}`),
  };
}

/** The file of an earlier start; null if it is invalid or one of its tokens is. */
async function readDemoFile(file: string, database: Database): Promise<Demo | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  const parsed = z
    .string()
    .transform((json) => {
      try {
        return JSON.parse(json) as unknown;
      } catch {
        return null;
      }
    })
    .pipe(DemoSchema)
    .safeParse(text);
  if (!parsed.success) return null;
  const { tokens, other_space } = parsed.data;
  for (const token of [...Object.values(tokens), other_space.admin]) {
    if (!(await database.findCaller(hashToken(token).toString('hex')))) return null;
  }
  return parsed.data;
}

/** Creates the demo spaces if they are missing, and writes demo.json, readable only by its owner. */
export async function ensureDemo(
  database: Database,
  options: { dataDir: string; baseUrl: string; contacts: number; onProgress?: (step: string) => void }
): Promise<Demo> {
  const { dataDir, baseUrl, contacts, onProgress = () => undefined } = options;
  const file = path.join(dataDir, 'demo.json');
  await database.maintain(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${LOCK})`);
    const existing = await numbers(tx, sql`SELECT group_id AS id FROM spaces WHERE demo = 'first'`);
    const settings = { contacts, today: new Date(), onProgress };
    if (existing.length > 0) return addContacts(tx, settings);
    onProgress('Creating a demo space');
    await createFirstSpace(tx, settings);
    await createOtherSpace(tx, settings);
  });
  const previous = await readDemoFile(file, database);
  const { tokens, other_space } = previous ?? (await database.asOwner(createTokens));
  const demo: Demo = { base_url: baseUrl, tokens, other_space, sample: await database.asOwner(readSample) };
  await writeFile(file, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
  return demo;
}
