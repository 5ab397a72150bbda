import { listReferenced } from '@/db/expiredContacts';
import { getFact } from '@/db/facts';
import { setHeldActions } from '@/db/pull/heldActions';
import type { Reader } from '@/db/store';
import type { Scope } from '@/db/scopes';
import { seesEveryone } from '@/domain/buckets';

import type { Random } from './random';
import { heldKinds, type HeldKind, type HeldRecords } from './scopes';
import type { World } from './world';

const minute = 60_000;
/** Changes after the last fault, each followed by a round and a comparison. */
const changesAtEnd = 3;
/** A round that began before a change ends without it. */
const roundsToShow = 2;

const tableOf: Record<HeldKind, string> = {
  contact: 'contacts',
  transaction_bundle: 'transaction_bundles',
  user: 'users',
  visit: 'visits',
  cash_record: 'cash_records',
  answers: 'answers',
};

/** People join and leave the action, contacts move, roles and the visibility of the space change. */
export class ScopeChanges {
  readonly #random: Random;

  constructor(private readonly world: World) {
    this.#random = world.random.fork('scopes');
  }

  get random(): Random {
    return this.#random;
  }

  /** What happens on the phone may never end where faults kill its process: `onPhone` decides whether that is awaited. */
  async change(onPhone: (act: () => Promise<void>) => void | Promise<void> = (act) => act()): Promise<void> {
    const { space, log } = this.world;
    const { scopes, people } = space;
    const random = this.#random;
    const userId = random.pick([people.ana, people.ben]);
    const move = () => scopes.move(random.pick(scopes.contactIds), random.is(0.5));
    const changes = [
      () => scopes.join(userId),
      () => scopes.leave(userId),
      move,
      move,
      move,
      () => scopes.setVisibility(random.is(0.75) ? 'assigned' : 'everyone'),
      () => scopes.setRole(people.ben, random.is(0.5) ? 'manager' : 'user'),
      () => onPhone(() => this.#choose()),
    ];
    await random.pick(changes)();
    log.count('scope_changed');
    if (!random.is(0.3)) return;
    await scopes.pruneChanges();
    log.count('changes_pruned');
  }

  /** The person with the phone chooses whose people it holds, where they see everyone and the service can. */
  async #choose(): Promise<void> {
    const { phone, space } = this.world;
    const { app } = phone;
    if (!app) return;
    const { store, scope } = app;
    const [buckets, extensions] = [
      await getFact(store, scope, 'buckets'),
      await getFact(store, scope, 'capabilities'),
    ];
    if (!extensions?.includes('holding') || !seesEveryone(buckets ?? [])) return;
    const choice = this.#random.pick([null, [], [space.scopes.actionId]]);
    await store.write((tx) => setHeldActions(tx, scope, choice));
    this.world.log.count('people_chosen');
  }

  /** Ana takes part in the action, and most spaces show people only what they are assigned to. */
  async begin(): Promise<void> {
    const { scopes, people } = this.world.space;
    if (this.#random.is(0.7)) await scopes.setVisibility('assigned');
    if (this.#random.is(0.7)) await scopes.join(people.ana);
  }

  /** What was refused because of a role is sent again. */
  async restoreRole(): Promise<void> {
    const { scopes, people } = this.world.space;
    await scopes.setRole(people.ben, 'manager');
  }

  /** After each change and a complete round the phone holds exactly what its user may hold. */
  async check(): Promise<void> {
    for (let changes = 0; changes <= changesAtEnd; changes += 1) {
      if (changes > 0) await this.change();
      await this.#compare();
    }
  }

  async #compare(): Promise<void> {
    const { phone, clock, space, oracle } = this.world;
    const { app } = phone;
    if (!app) return;
    let difference: string[] = [];
    for (let rounds = 0; rounds < roundsToShow; rounds += 1) {
      const chosen = await getFact(app.store, app.scope, 'held_actions');
      const visible = await space.scopes.readVisible(app.scope.userId, chosen);
      phone.requestRound('button');
      await clock.runUntil(() => false, minute);
      difference = await findDifference(app.store, app.scope, visible);
      if (difference.length === 0) return;
    }
    for (const found of difference) oracle.misreported.add(found);
  }
}

async function findDifference(reader: Reader, scope: Scope, visible: HeldRecords): Promise<string[]> {
  const referenced = await listReferenced(reader, scope);
  const found: string[] = [];
  for (const kind of heldKinds) {
    const rows = await reader.all<{ id: number }>(
      `SELECT id FROM ${tableOf[kind]} WHERE scope_id = ? ORDER BY id`,
      [scope.id]
    );
    const held = new Set(rows.map(({ id }) => id));
    const missing = visible[kind].filter((id) => !held.has(id));
    const may = new Set(visible[kind]);
    const extra = [...held].filter((id) => !may.has(id) && !(kind === 'contact' && referenced.has(id)));
    if (missing.length > 0) found.push(`the phone of ${scope.userId} lacks ${kind} ${missing.join(', ')}`);
    if (extra.length > 0)
      found.push(`the phone of ${scope.userId} holds ${kind} ${extra.join(', ')} too many`);
  }
  return found;
}
