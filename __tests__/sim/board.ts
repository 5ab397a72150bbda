import type { BoardReport } from '@/contract/board';
import { cashInHand } from '@/domain/cash/cashChain';
import { isCheckedIn } from '@/domain/checkIn';
import { dayOf } from '@/domain/day';
import { sumDayTotals } from '@/domain/dayTotals';
import { countedVisits } from '@/domain/visit';
import { boardQueries } from '@/queries/board';
import { cashQueries } from '@/queries/cash';
import { dayTotalsQueries } from '@/queries/dayTotals';
import { outboxQueries } from '@/queries/outbox';
import type { Source } from '@/queries/query';
import { visitQueries } from '@/queries/visits';

import type { World } from './world';

const minute = 60_000;
/** A round that began before the last change ends without it. */
const roundsToShow = 3;

type Counted = { doors: number; unsent: number; taken: number; cash: number; checkedIn: number | null };

/** After a quiet round the service shows a leader what the screens of the phone show, which the oracle has compared with the truth. */
export async function checkBoard({ phone, clock, space, oracle }: World): Promise<void> {
  const { app } = phone;
  if (!app) return;
  let found = '';
  for (let rounds = 0; rounds < roundsToShow; rounds += 1) {
    phone.requestRound('button');
    await clock.runUntil(() => false, minute);
    const shown = await phone.look((source) => readShown(source, clock.now(), space.actionId));
    const { userId } = app.scope;
    const checkIn = await phone.look(
      async (source) => (await boardQueries.checkIn(source).queryFn()).checkIn
    );
    if (!oracle.checkIns.has(userId, checkIn))
      oracle.misreported.add(`the phone shows the check-in ${JSON.stringify(checkIn)}`);
    const [report] = await space.readBoard(userId);
    const reported = JSON.stringify(report ? countedIn(report) : null);
    if (shown === null || reported === JSON.stringify(shown)) return;
    found = `the board shows ${reported}, the phone ${JSON.stringify(shown)}`;
  }
  oracle.misreported.add(found);
}

const sumOf = (sums: readonly { amount: number }[]) => sums.reduce((sum, { amount }) => sum + amount, 0);

const countedIn = ({ doors, unsent, taken, uncounted, kept, checked_in }: BoardReport): Counted => ({
  doors,
  unsent: unsent.count,
  taken: sumOf(taken),
  cash: sumOf(uncounted) + sumOf(kept),
  checkedIn: checked_in === undefined ? null : Date.parse(checked_in.at),
});

async function readShown(source: Source, now: number, actionId: number): Promise<Counted> {
  const day = dayOf(now);
  const { visits } = await visitQueries.ofAction(source, actionId).queryFn();
  const own = countedVisits(visits).filter(
    ({ userId, visitedAt }) => userId === source.scope.userId && dayOf(visitedAt) >= day
  );
  const cash = await cashQueries.mine(source).queryFn();
  const { checkIn } = await boardQueries.checkIn(source).queryFn();
  return {
    doors: new Set(own.map(({ door }) => door)).size,
    unsent: await outboxQueries.waiting(source).queryFn(),
    taken: sumDayTotals(await dayTotalsQueries.day(source, day).queryFn(), 'eur').total,
    cash: sumOf(cashInHand(cash.entries, cash.chain)),
    checkedIn: checkIn !== null && isCheckedIn(checkIn.at, now) ? checkIn.at : null,
  };
}
