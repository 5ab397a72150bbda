import { readAddress, type Address } from '@/domain/address';
import { compareVisits, countedVisits, doorKey, visitsByDoor, type ShownVisit } from '@/domain/visit';
import { markDoors, undoVisits, type Marked } from '@/features/actions/mutations';

import type { Random } from './random';
import type { World } from './world';

const doors: readonly Address[] = ['2', '4', '6'].map((housenumber) =>
  readAddress({ housenumber, street: 'Rue des Lilas', city: 'Lyon' })
);
const outcomes = ['talked', 'nobody_in', 'refused'] as const;

type SavedVisit = { owner: number; door: string; marked: Marked; visitedAt: number; undoes: string | null };

/** What the screen of the doors shows. */
export type ShownVisits = { visits: ShownVisit[]; count: number };

/** The visits that the users have saved, compared with the screen and with the service. */
export class VisitBook {
  readonly #saved = new Map<string, SavedVisit>();

  /** Marks a door, or takes an earlier mark back. */
  async mark({ phone, oracle, space, clock }: World, random: Random): Promise<void> {
    const runtime = phone.runtime();
    if (!runtime) return;
    const owner = phone.userId;
    const own = [...this.#saved].filter(([, visit]) => visit.owner === owner && visit.undoes === null);
    const ids: string[] = [];
    const observed = { ...runtime, newId: () => intend(random.uuid()) };
    const undone = own.length > 0 && random.is(0.3) ? random.pick(own) : null;
    const address = undone?.[1].marked.address ?? random.pick(doors);
    const intend = (uuid: string) => {
      ids.push(uuid);
      const visitedAt = clock.now();
      oracle.intend(uuid, () =>
        this.#saved.set(uuid, {
          owner,
          door: doorKey(address),
          marked: { uuid, address },
          visitedAt,
          undoes: undone?.[0] ?? null,
        })
      );
      return uuid;
    };
    const result = undone
      ? await undoVisits(observed, space.actionId, [undone[1].marked])
      : (
          await markDoors(observed, {
            actionId: space.actionId,
            doors: [address],
            outcome: random.pick(outcomes),
          })
        ).result;
    if (result !== 'saved') return;
    for (const id of ids) oracle.adopt(id);
    phone.requestRound('write');
  }

  /** Each visit of the user is shown once, and the state of its door is not older. */
  check(
    { visits, count }: ShownVisits,
    userId: number,
    report: (record: string, what: string) => void
  ): void {
    const shown = new Map<string, number>();
    for (const { uuid } of visits) shown.set(uuid, (shown.get(uuid) ?? 0) + 1);
    const states = visitsByDoor(visits);
    const own = [...this.#saved].filter(([, { owner }]) => owner === userId);
    const undone = new Set(own.map(([, { undoes }]) => undoes));
    for (const [uuid, { undoes, door, visitedAt }] of own) {
      const times = shown.get(uuid) ?? 0;
      if (times !== 1) report(uuid, `is shown ${times} times`);
      if (undoes !== null || undone.has(uuid)) continue;
      const last = states.get(door)?.[0];
      if (!last || compareVisits(last, { ...last, uuid, visitedAt }) < 0)
        report(uuid, 'is later than the state of its door');
      else if (!this.#saved.has(last.uuid)) report(last.uuid, 'was never saved and decides about a door');
      else if (undone.has(last.uuid)) report(last.uuid, 'was taken back and decides about a door');
    }
    const counted = countedVisits(visits).length;
    if (counted !== count) report('count', `shows ${count} visits of ${counted}`);
  }

  /** Each visit is at the service once, or on the phone of a service without visits. */
  findFailures(
    stored: readonly string[],
    onPhone: ReadonlySet<string>
  ): { lost: string[]; doubled: string[] } {
    const times = new Map<string, number>();
    for (const uuid of stored) times.set(uuid, (times.get(uuid) ?? 0) + 1);
    const saved = [...this.#saved.keys()];
    return {
      lost: saved.filter((uuid) => !times.has(uuid) && !onPhone.has(uuid)).map((uuid) => `visit ${uuid}`),
      doubled: saved.filter((uuid) => (times.get(uuid) ?? 0) > 1).map((uuid) => `visit ${uuid}`),
    };
  }
}
