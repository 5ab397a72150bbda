import { expectedCash } from '@/domain/cash/cash';
import { cashInHand } from '@/domain/cash/cashChain';
import type { MyCash } from '@/db/cash/myCash';

type CountedGift = {
  ids: readonly string[];
  isDecided: boolean;
  cancelled: object | null;
  promise?: { paidBy: string | null };
};

/**
 * A saved cash record. `counted` is the cash that it adds to what the person has to account for: of a count what was counted, of a recount
 * what it adds to the count that it replaces, of a reply what was received. One that takes a hand-over back has no row of its own.
 */
type SavedRecord = { owner: number; counted: number; isShown: boolean };

/** The counts, hand-overs and replies that the users have saved, compared with the screen and with the service. */
export class CashBook {
  readonly #saved = new Map<string, SavedRecord>();

  save(key: string, record: SavedRecord): void {
    this.#saved.set(key, record);
  }

  /** Each gift is in one place, and the cash of all counts and all that was received is in hand, handed over or at the bank. */
  check(
    cash: MyCash,
    userId: number,
    own: readonly CountedGift[],
    report: (record: string, what: string) => void
  ): void {
    const { entries, chain } = cash;
    const records = [
      ...chain.counts,
      ...chain.replaced,
      ...chain.handOvers.map(({ handOver: given }) => given),
      ...chain.received.map(({ reply }) => reply),
    ];
    for (const [key, { owner, isShown }] of this.#saved) {
      const times = records.filter((record) => record.key === key).length;
      if (owner === userId && isShown && times !== 1) report(key, `is shown ${times} times`);
    }
    const places = [
      ...entries.map(({ id }) => id),
      ...chain.counts.flatMap((count) => count.records.map(({ key }) => key)),
    ];
    for (const { ids, isDecided, cancelled, promise } of own) {
      const times = places.filter((id) => ids.includes(id)).length;
      const isTaken = cancelled === null && promise?.paidBy !== null;
      if (!isDecided && times !== (isTaken ? 1 : 0)) report(ids[0] ?? '', `is counted in ${times} places`);
    }
    const held = cashInHand(entries, chain)[0]?.amount ?? 0;
    const gone = chain.withOthers[0]?.amount ?? 0;
    const banked = chain.banked[0]?.amount ?? 0;
    const counted = [...this.#saved.values()].filter(({ owner }) => owner === userId);
    const all = counted.reduce((sum, record) => sum + record.counted, expectedCash(entries)[0]?.amount ?? 0);
    if (held + gone + banked !== all)
      report('sum', `shows ${held} in hand, ${gone} handed over and ${banked} at the bank of ${all}`);
  }

  /** Each record is at the service once, or on the phone of a service without cash records. */
  findFailures(
    stored: readonly string[],
    onPhone: ReadonlySet<string>
  ): { lost: string[]; doubled: string[] } {
    const saved = [...this.#saved.keys()];
    const timesOf = (key: string) => stored.filter((each) => each === key).length;
    return {
      lost: saved.filter((key) => timesOf(key) === 0 && !onPhone.has(key)).map((key) => `cash record ${key}`),
      doubled: saved.filter((key) => timesOf(key) > 1).map((key) => `cash record ${key}`),
    };
  }
}
