import { type Action, type ActionAggregate } from '@/contract/action';

import { holdsVisits, type Buckets } from './buckets';
import { type VisitCounts } from './visit';

/** When an action takes place. Without a start it has started; without an end it is running. */
export type ActionTime = 'running' | 'upcoming' | 'past';

export function actionTime({ start, end }: Pick<Action, 'start' | 'end'>, now: number): ActionTime {
  if (end !== undefined && Date.parse(end) < now) return 'past';
  if (start !== undefined && Date.parse(start) > now) return 'upcoming';
  return 'running';
}

/** Whether a user takes part: by name, through a team, or as its creator. */
export function takesPart(action: Action, userId: number): boolean {
  if (action.created_by === userId) return true;
  const people = [
    ...(action.Users ?? []),
    ...(action.Teams ?? []).flatMap((team) => team.userswithactive ?? []),
  ];
  return people.some((person) => person.id === userId);
}

/** Progress of an action; `goal` is null where none was set. */
export type ActionProgress = { visits: number; declared: number; contacts: number; goal: number | null };

/** The visits on this phone by action. `isFed`: the service sends every visit of the buckets. */
export type VisitsOnPhone = {
  counts: ReadonlyMap<number, VisitCounts>;
  isFed: boolean;
  buckets: Buckets;
};

export function actionProgress(aggregate: ActionAggregate, onPhone?: VisitsOnPhone): ActionProgress {
  const { Action: action, NbVisites = 0, NbVisitesDeclared = 0, NbContacts = 0 } = aggregate;
  const goal = action.goal !== undefined && action.goal > 0 ? action.goal : null;
  const {
    visits = 0,
    declared = 0,
    contacts = 0,
    unsent = 0,
  }: Partial<VisitCounts> = onPhone?.counts.get(action.id) ?? {};
  if (onPhone?.isFed && holdsVisits(onPhone.buckets, action.id)) return { visits, declared, contacts, goal };
  // The service counted when it sent the action: what the phone has since then may be more.
  return {
    visits: Math.max(NbVisites + unsent, visits),
    declared: Math.max(NbVisitesDeclared, declared),
    contacts: Math.max(NbContacts, contacts),
    goal,
  };
}

/** Actions are published unless the service says otherwise; drafts and archived ones reach managers only. */
export function isPublished({ state }: Pick<Action, 'state'>): boolean {
  return state !== 'draft' && state !== 'archived';
}

export type ActionGroupName = 'drafts' | 'mine' | ActionTime | 'archived';
export type ActionGroup = { name: ActionGroupName; actions: ActionAggregate[] };

const groupOrder: readonly ActionGroupName[] = ['drafts', 'mine', 'running', 'upcoming', 'past', 'archived'];

/**
 * Groups actions: drafts, then one's own that are not over, running (next to end first), upcoming (next to start first),
 * past (latest first) and archived.
 */
export function groupActions(
  aggregates: readonly ActionAggregate[],
  { userId, now }: { userId: number; now: number }
): ActionGroup[] {
  const groups = new Map<ActionGroupName, ActionAggregate[]>(groupOrder.map((name) => [name, []]));
  for (const aggregate of aggregates) {
    groups.get(groupOf(aggregate.Action, userId, now))?.push(aggregate);
  }
  return groupOrder.flatMap((name) => {
    const actions = groups.get(name) ?? [];
    return actions.length === 0 ? [] : [{ name, actions: sorted(actions, name, now) }];
  });
}

function groupOf(action: Action, userId: number, now: number): ActionGroupName {
  if (!isPublished(action)) return action.state === 'draft' ? 'drafts' : 'archived';
  const time = actionTime(action, now);
  return time !== 'past' && takesPart(action, userId) ? 'mine' : time;
}

function sorted(actions: ActionAggregate[], name: ActionGroupName, now: number): ActionAggregate[] {
  const sortKeys = ({ Action: action }: ActionAggregate): [number, number] => {
    const start = timeOr(action.start, 0);
    const end = timeOr(action.end, Number.MAX_SAFE_INTEGER);
    if (name === 'past' || name === 'archived') return [-end, -start];
    // Within `mine`, running actions precede upcoming ones.
    const isUpcoming = name === 'upcoming' || (name === 'mine' && start > now);
    return isUpcoming ? [name === 'mine' ? Number.MAX_SAFE_INTEGER : start, start] : [end, start];
  };
  return actions.sort((one, other) => {
    const [first, second] = sortKeys(one);
    const [otherFirst, otherSecond] = sortKeys(other);
    return first - otherFirst || second - otherSecond || one.Action.id - other.Action.id;
  });
}

function timeOr(time: string | undefined, fallback: number): number {
  return time === undefined ? fallback : Date.parse(time);
}

const maxActionsOfToday = 3;

/** Actions that run now or start today: those of the user if there are any, else the others. */
export function actionsOfToday(
  aggregates: readonly ActionAggregate[],
  { userId, now }: { userId: number; now: number }
): ActionAggregate[] {
  const endOfDay = new Date(now).setHours(23, 59, 59, 999);
  const isToday = ({ Action: action }: ActionAggregate) =>
    isPublished(action) &&
    (actionTime(action, now) === 'running' ||
      (action.start !== undefined && Date.parse(action.start) > now && Date.parse(action.start) <= endOfDay));
  const [first] = groupActions(aggregates.filter(isToday), { userId, now });
  return (first?.actions ?? []).slice(0, maxActionsOfToday);
}

/** The next action that has not started, the user's own first. */
export function nextAction(
  aggregates: readonly ActionAggregate[],
  { userId, now }: { userId: number; now: number }
): ActionAggregate | null {
  const upcoming = aggregates.filter(
    ({ Action: action }) => isPublished(action) && actionTime(action, now) === 'upcoming'
  );
  return groupActions(upcoming, { userId, now })[0]?.actions[0] ?? null;
}
