import { type BoardReport } from '@/contract/board';
import { expectedCash } from '@/domain/cash/cash';
import { cashInHand } from '@/domain/cash/cashChain';
import { isCheckedIn } from '@/domain/checkIn';
import { dayOf } from '@/domain/day';
import { sumByCurrency } from '@/domain/money';
import { countedVisits } from '@/domain/visit';

import { listDayEntries, type DayEntry } from './dayTotals';
import { getFact } from './facts';
import { readMyCash } from './cash/myCash';
import { countUnsent } from './outbox/outbox';
import { type Scope } from './scopes';
import { type Reader } from './store';
import { listOwnVisitsSince } from './visits';

/** What the board of a leader shows of this phone: counts and sums, and nobody who gave. */
export async function countForBoard(
  reader: Reader,
  scope: Scope,
  now: number
): Promise<Omit<BoardReport, 'counted_at'>> {
  const day = dayOf(now);
  const visits = countedVisits(await listOwnVisitsSince(reader, scope, new Date(now).setHours(0, 0, 0, 0)));
  const doorsOf = (some: typeof visits) =>
    new Set(some.map(({ actionId, door, contactId }) => `${actionId} ${door || contactId}`)).size;
  const { entries, chain } = await readMyCash(reader, scope);
  const taken = (await listDayEntries(reader, scope, day)).filter(({ takenOn }) => takenOn === day);
  const { sums, count, oldestAt } = await countUnsent(reader, scope);
  const checkIn = await getFact(reader, scope, 'check_in');
  return {
    day,
    doors: doorsOf(visits),
    talks: doorsOf(visits.filter(({ outcome }) => outcome === 'talked')),
    taken: sumByMethod(taken),
    unsent: {
      count,
      ...(oldestAt === null ? {} : { oldest_at: new Date(oldestAt).toISOString() }),
      sums,
    },
    uncounted: expectedCash(entries),
    kept: cashInHand([], chain),
    ...(checkIn !== null && isCheckedIn(checkIn.at, now)
      ? { checked_in: { team_id: checkIn.teamId, at: new Date(checkIn.at).toISOString() } }
      : {}),
  };
}

function sumByMethod(entries: readonly DayEntry[]): BoardReport['taken'] {
  const methods = new Set(entries.map(({ paymentMethodKind }) => paymentMethodKind));
  return [...methods].sort().flatMap((kind) => {
    const own = entries.filter(({ paymentMethodKind }) => paymentMethodKind === kind);
    return sumByCurrency(own).map(({ currency, amount }) => ({
      payment_method_kind: kind,
      currency,
      amount,
      count: own.filter((entry) => entry.currency.toUpperCase() === currency.toUpperCase()).length,
    }));
  });
}
