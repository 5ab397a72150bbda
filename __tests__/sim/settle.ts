import { listUnsent, type OutboxRow } from '@/db/outbox/outbox';

import type { OutboxState } from '@/domain/outbox';

import { countStored } from '../support/records';
import type { Elsewhere } from './elsewhere';
import type { ScopeChanges } from './scopeChanges';
import { checkBoard } from './board';
import { checkInAtTeam } from './checkIns';
import { handleCash } from './cashier';
import type { Person } from './person';
import type { Treasurer } from './treasurer';
import type { World } from './world';

const minute = 60_000;
/**
 * Everything has to be settled this long after the last fault: twice the longest backoff, lease and settle
 * times. A hostile service that answers no lookup takes as long as all of its backoffs.
 */
const maxRecoveryMinutes = 30;
const maxHostileMinutes = 90;
/** How often the treasurer goes to the bank after the last fault. */
const bankedAtEnd = 3;

type Settling = {
  person: Person;
  elsewhere: Elsewhere;
  /** Null where the phone holds everything that the service shows. */
  scopes: ScopeChanges | null;
  /** Null where the service has no batches. */
  treasurer: Treasurer | null;
  hasKeys: boolean;
  isHostile: boolean;
};

/** What is left: the unsent rows, and the ids of those for which the service has no place. */
type Settled = { waiting: OutboxRow[]; local: Set<string> };

/** The faults are over. Each user signs in again, sends refused rows again and answers questions. */
export async function settle(world: World, settling: Settling): Promise<Settled> {
  const { space, phone, clock, oracle } = world;
  phone.stopKilling();
  phone.isDiskFull = false;
  phone.online.set(true);
  phone.foreground.set(true);

  const waiting: OutboxRow[] = [];
  const local = new Set<string>();
  const minutes = settling.isHostile ? maxHostileMinutes : maxRecoveryMinutes;
  for (const userId of [space.people.ana, space.people.ben]) {
    await settling.scopes?.restoreRole();
    await signInAgain(world, userId);
    if (!phone.app) oracle.misreported.add('the app did not open again');
    await checkInAtTeam(world, world.random.fork(`check-in of ${userId}`));
    // Counts what is left, hands it over, and at times takes it back.
    for (let times = world.random.between(2, 4); times > 0; times -= 1) await handleCash(world);
    for (let passed = 0; passed < minutes && !oracle.hasDuplicate; passed += 1) {
      await clock.runUntil(() => false, minute);
      // A person tries again less and less often.
      if (Number.isInteger(Math.log2(passed + 1))) {
        await settling.person.sendRefusedAgain();
        phone.requestRound('button');
      }
      await settling.person.answer();
      if (await isSettled(world)) break;
    }
    if (settling.treasurer && !oracle.hasDuplicate) await goToBank(world, settling.treasurer);
    if (settling.scopes && !oracle.hasDuplicate) await checkBoard(world);
    waiting.push(...(await unsentRows(world)));
    for (const { id, state } of await phone.rows()) {
      if (state === 'acked') oracle.sentOnPhone.add(id);
      if (state === 'local') local.add(id);
    }
    if (!oracle.hasDuplicate) await settling.scopes?.check();
  }
  if (!oracle.hasDuplicate) {
    if (!settling.isHostile) await checkCache(world, settling);
    await checkTeam(world, settling, new Set(waiting.map(({ id }) => id)));
  }
  return { waiting, local };
}

/** What arrived goes to the bank, and the phone learns of it. */
async function goToBank({ phone, clock }: World, treasurer: Treasurer): Promise<void> {
  for (let times = 0; times < bankedAtEnd; times += 1) {
    await treasurer.act();
    phone.requestRound('button');
    await clock.runUntil(() => false, minute);
  }
}

async function signInAgain({ phone, clock, signIn }: World, userId: number): Promise<void> {
  for (let passed = 0; passed < 10 && !phone.app; passed += 1) await clock.runUntil(() => false, minute);
  // Faults may have used up a refresh token, so the user signs in.
  phone.sessions.set(userId, await signIn.signIn(userId));
  const switching = phone.switchUser(userId);
  await clock.runUntil(() => phone.app !== null, 5 * minute);
  await switching;
}

async function unsentRows({ phone }: World): Promise<OutboxRow[]> {
  const app = phone.app;
  return app ? listUnsent(app.store, app.scope) : [];
}

const idle: ReadonlySet<OutboxState> = new Set(['needs_person', 'replaced', 'local', 'cancelled']);

/** Everything was confirmed by a pull, waits for a person, or has no place at the service. */
async function isSettled({ phone }: World): Promise<boolean> {
  const rows = await phone.rows();
  return phone.app !== null && rows.every(({ state }) => idle.has(state));
}

/** After a last pull the phone has what the service has, and all acked rows are confirmed. */
async function checkCache(world: World, { scopes }: Settling): Promise<void> {
  const { phone, clock, space, oracle } = world;
  const app = phone.app;
  if (!app) return;
  const stored = (await space.readBundles()).length;
  let cached = -1;
  // With scopes, every kind of record was compared.
  for (let tries = 0; tries < 5 && !scopes && cached !== stored; tries += 1) {
    phone.requestRound('button');
    await clock.runUntil(() => false, minute);
    cached = await countStored(app.store, app.scope, 'transaction_bundles');
  }
  if (!scopes && cached !== stored)
    oracle.misreported.add(`the phone shows ${cached} bundles, the service has ${stored}`);
  const rows = await phone.rows();
  const unseen = rows.filter(({ kind, state }) => kind === 'bundle_create' && state === 'acked');
  if (unseen.length > 0) oracle.misreported.add(`${unseen.length} sent rows were never seen in a pull`);
}

/** No edit of the team was overwritten. Only If-Match can ensure that. */
async function checkTeam(
  { oracle }: World,
  { elsewhere, hasKeys, isHostile }: Settling,
  waiting: ReadonlySet<string>
): Promise<void> {
  if (!hasKeys || isHostile) return;
  const team = await elsewhere.readTeam();
  if (elsewhere.description !== null && team.description !== elsewhere.description)
    oracle.misreported.add('an edit of the team elsewhere was overwritten');
  const sent = oracle.texts.filter(({ field, rowId }) => field === 'team' && !waiting.has(rowId));
  // An edit committed just before a power cut may arrive although the screen never confirmed it.
  const may = [...sent.map(({ text }) => text), ...oracle.unconfirmedTexts];
  if (sent.length > 0 && !may.includes(team.name))
    oracle.misreported.add('an edit of the team on the phone was lost');
}
