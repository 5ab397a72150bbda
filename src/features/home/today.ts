import { type ActionAggregate } from '@/contract/action';
import { type TeamView } from '@/db/teams';
import { actionTime, groupActions } from '@/domain/action';
import { hasMember, isLedBy } from '@/domain/team';

const mostShown = 3;

/** The actions a volunteer would go to today: mine before others', running ones and those that begin today. */
export function actionsOfToday(
  aggregates: readonly ActionAggregate[],
  { userId, now }: { userId: number; now: number }
): ActionAggregate[] {
  const endOfDay = new Date(now).setHours(23, 59, 59, 999);
  const isToday = ({ Action: action }: ActionAggregate) =>
    actionTime(action, now) === 'running' ||
    (action.start !== undefined && Date.parse(action.start) > now && Date.parse(action.start) <= endOfDay);
  const [first] = groupActions(aggregates.filter(isToday), { userId, now });
  return (first?.actions ?? []).slice(0, mostShown);
}

/** The next action that has not begun, mine before others'. */
export function nextAction(
  aggregates: readonly ActionAggregate[],
  { userId, now }: { userId: number; now: number }
): ActionAggregate | null {
  const coming = aggregates.filter(({ Action: action }) => actionTime(action, now) === 'upcoming');
  return groupActions(coming, { userId, now })[0]?.actions[0] ?? null;
}

/** The team to show first: one that the person leads, else one they are in. */
export function myTeam(teams: readonly TeamView[], userId: number): TeamView | null {
  return (
    teams.find(({ team }) => isLedBy(team, userId)) ??
    teams.find(({ team }) => hasMember(team, userId)) ??
    null
  );
}
