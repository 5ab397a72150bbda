import { checkInDigits, makeCheckInCode } from '@/domain/checkInCode';
import { checkIn } from '@/features/teams/checkIn/mutations';
import { boardQueries } from '@/queries/board';

import type { Random } from './random';
import type { World } from './world';

const minute = 60_000;
const hour = 60 * minute;

/** Scans or types the code of a leader: at times an old one, the same again, or one of another space or team. */
export async function checkInAtTeam(world: World, random: Random): Promise<void> {
  const { phone, oracle, space, clock, log } = world;
  const runtime = phone.runtime();
  if (!runtime) return;
  const { userId } = runtime.scope;
  const { checkIns } = oracle;
  const { teams, checkIn: before } = await boardQueries.checkIn(runtime).queryFn();
  if (checkIns.isBusy(runtime.store)) return;
  if (!checkIns.has(userId, before))
    oracle.misreported.add(`the phone has the check-in ${JSON.stringify(before)}`);
  const now = clock.now();
  const own = teams.flatMap(({ id }) => id ?? []);
  const shownMs = random.pick([0, minute, hour, 11 * hour, 13 * hour, -2 * hour]);
  const isAgain = before !== null && random.is(0.3);
  const facts = {
    space: space.spaceId + (random.is(0.1) ? 1 : 0),
    team: own.length === 0 || random.is(0.1) ? space.teamId + 1_000 : random.pick(own),
    time: isAgain ? before.shownAt : now - shownMs,
  };
  const isTyped = random.is(0.3);
  const text = isTyped ? checkInDigits(facts) : makeCheckInCode(facts);
  const unit = isTyped ? minute : 1_000;
  const shownAt = Math.floor(facts.time / unit) * unit;
  const age = now - shownAt;
  const isGood =
    facts.space === space.spaceId && own.includes(facts.team) && age <= 12 * hour && age >= -hour;
  const isNewer =
    before?.teamId !== facts.team || Math.floor(shownAt / minute) > Math.floor(before.shownAt / minute);
  const saved = isGood && isNewer ? { teamId: facts.team, at: now, shownAt } : null;
  checkIns.end(userId, before);
  checkIns.begin(runtime.store, userId, saved);
  const result = await checkIn(runtime, text);
  const isSaved = result.kind === 'saved';
  checkIns.end(userId, isSaved ? saved : null);
  // A download may have taken the team away meanwhile.
  const isExplained = result.kind === 'refused' && result.why === 'other_team';
  if (isGood !== isSaved && !isExplained && !phone.isDiskFull)
    oracle.misreported.add(`the check-in code ${text} is ${result.kind} at ${now}`);
  if (isSaved) log.count('checked_in');
}
