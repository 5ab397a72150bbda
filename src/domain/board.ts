import { type BoardEntry } from '@/contract/board';

import { type Money, sumByCurrency } from './money';

type Taken = Money & { paymentMethodKind: string };

/** What a board shows of one person, over all their phones. Times are those of the service. */
export type PersonCounts = {
  doors: number;
  talks: number;
  taken: Taken[];
  unsent: { count: number; sums: Money[]; oldestAt: number | null };
  /** Not handed over. */
  cash: Money[];
  lastContactAt: number;
};

/**
 * The counts of each person. What a phone counts for itself is added up; what it counts for the person is taken from the phone
 * that reported last. A report of an earlier day has nothing of today, but its unsent records and its cash still count.
 */
export function countsByPerson(entries: readonly BoardEntry[], today: string): Map<number, PersonCounts> {
  const people = new Map<number, BoardEntry[]>();
  for (const entry of entries) people.set(entry.user_id, [...(people.get(entry.user_id) ?? []), entry]);
  return new Map([...people].map(([userId, own]) => [userId, countsOf(own, today)]));
}

const receivedAt = (entry: BoardEntry) => Date.parse(entry.received_at);

function countsOf(entries: readonly BoardEntry[], today: string): PersonCounts {
  const last = entries.reduce((one, other) => (receivedAt(other) > receivedAt(one) ? other : one));
  const reports = entries.map(({ report }) => report);
  const isToday = last.report.day === today;
  const ages = entries.flatMap((entry) => oldestAt(entry) ?? []);
  return {
    doors: isToday ? last.report.doors : 0,
    talks: isToday ? last.report.talks : 0,
    taken: sumByMethod(
      reports
        .filter(({ day }) => day === today)
        .flatMap(({ taken }) =>
          taken.map(({ payment_method_kind: kind, ...sum }) => ({ ...sum, paymentMethodKind: kind }))
        )
    ),
    unsent: {
      count: reports.reduce((sum, { unsent }) => sum + unsent.count, 0),
      sums: sumByCurrency(reports.flatMap(({ unsent }) => unsent.sums)),
      oldestAt: ages.length === 0 ? null : Math.min(...ages),
    },
    cash: sumByCurrency([...reports.flatMap(({ uncounted }) => uncounted), ...last.report.kept]),
    lastContactAt: receivedAt(last),
  };
}

/** By the clock of the service: that of the phone may be wrong, the time between its two values is not. */
const atService = ({ report, received_at: received }: BoardEntry, time: string): number =>
  Date.parse(received) - Math.max(0, Date.parse(report.counted_at) - Date.parse(time));

function oldestAt(entry: BoardEntry): number | null {
  const { oldest_at: oldest } = entry.report.unsent;
  return oldest === undefined ? null : atService(entry, oldest);
}

export type CheckIn = { userId: number; at: number };

/** Who checked in at this team, the earliest first. */
export function checkInsOf(entries: readonly BoardEntry[], teamId: number): CheckIn[] {
  return entries
    .flatMap((entry) => {
      const { checked_in: checkedIn } = entry.report;
      return checkedIn?.team_id === teamId
        ? [{ userId: entry.user_id, at: atService(entry, checkedIn.at) }]
        : [];
    })
    .sort((one, other) => one.at - other.at);
}

/** The sums of all people. */
export function totalsOf(people: readonly PersonCounts[]): Omit<PersonCounts, 'lastContactAt'> {
  const oldest = people.flatMap(({ unsent }) => unsent.oldestAt ?? []);
  return {
    doors: people.reduce((sum, { doors }) => sum + doors, 0),
    talks: people.reduce((sum, { talks }) => sum + talks, 0),
    taken: sumByMethod(people.flatMap(({ taken }) => taken)),
    unsent: {
      count: people.reduce((sum, { unsent }) => sum + unsent.count, 0),
      sums: sumByCurrency(people.flatMap(({ unsent }) => unsent.sums)),
      oldestAt: oldest.length === 0 ? null : Math.min(...oldest),
    },
    cash: sumByCurrency(people.flatMap(({ cash }) => cash)),
  };
}

function sumByMethod(taken: readonly Taken[]): Taken[] {
  const methods = [...new Set(taken.map(({ paymentMethodKind }) => paymentMethodKind))].sort();
  return methods.flatMap((kind) =>
    sumByCurrency(taken.filter(({ paymentMethodKind }) => paymentMethodKind === kind)).map((sum) => ({
      ...sum,
      paymentMethodKind: kind,
    }))
  );
}
