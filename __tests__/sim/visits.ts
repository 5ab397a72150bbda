import { compareVisits, countedVisits, visitsByDoor, type ShownVisit } from '@/domain/visit';
import { type Marked } from '@/features/actions/mutations';

export type SavedVisit = {
  owner: number;
  door: string;
  marked: Marked;
  visitedAt: number;
  undoes: string | null;
};

/** What the screen of the doors shows. */
export type ShownVisits = { visits: ShownVisit[]; count: number };

/** The visits that the users have saved, compared with the screen and with the service. */
export class VisitBook {
  readonly #saved = new Map<string, SavedVisit>();

  save(uuid: string, visit: SavedVisit): void {
    this.#saved.set(uuid, visit);
  }

  /** The visits of a user that can be taken back. */
  ownOf(userId: number): SavedVisit[] {
    return [...this.#saved.values()].filter(({ owner, undoes }) => owner === userId && undoes === null);
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
