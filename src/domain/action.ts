import { type Action, type ActionAggregate } from '@/contract/action';

/** Where an action stands in time. One without a start has begun, one without an end goes on. */
export type ActionTime = 'running' | 'upcoming' | 'past';

export function actionTime({ start, end }: Pick<Action, 'start' | 'end'>, now: number): ActionTime {
  if (end !== undefined && Date.parse(end) < now) return 'past';
  if (start !== undefined && Date.parse(start) > now) return 'upcoming';
  return 'running';
}

/** Whether a person takes part: by name, through a team, or because they set it up. */
export function takesPart(action: Action, userId: number): boolean {
  if (action.created_by === userId) return true;
  const people = [
    ...(action.Users ?? []),
    ...(action.Teams ?? []).flatMap((team) => team.userswithactive ?? []),
  ];
  return people.some((person) => person.id === userId);
}

/** How far an action has come. `goal` is null where none was set. */
export type ActionProgress = { visits: number; declared: number; contacts: number; goal: number | null };

export function actionProgress(aggregate: ActionAggregate): ActionProgress {
  const { Action: action, NbVisites = 0, NbVisitesDeclared = 0, NbContacts = 0 } = aggregate;
  const goal = action.goal !== undefined && action.goal > 0 ? action.goal : null;
  return { visits: NbVisites, declared: NbVisitesDeclared, contacts: NbContacts, goal };
}

export type ActionGroupName = 'mine' | ActionTime;
export type ActionGroup = { name: ActionGroupName; actions: ActionAggregate[] };

const groupOrder: readonly ActionGroupName[] = ['mine', 'running', 'upcoming', 'past'];

/**
 * The actions as a volunteer looks for them: those they take part in and that are not over, then the others that run
 * (the next to end first), that come (the next to begin first), and that are over (the latest first).
 */
export function groupActions(
  aggregates: readonly ActionAggregate[],
  { userId, now }: { userId: number; now: number }
): ActionGroup[] {
  const groups = new Map<ActionGroupName, ActionAggregate[]>(groupOrder.map((name) => [name, []]));
  for (const aggregate of aggregates) {
    const time = actionTime(aggregate.Action, now);
    const name = time !== 'past' && takesPart(aggregate.Action, userId) ? 'mine' : time;
    groups.get(name)?.push(aggregate);
  }
  return groupOrder.flatMap((name) => {
    const actions = groups.get(name) ?? [];
    return actions.length === 0 ? [] : [{ name, actions: sorted(actions, name, now) }];
  });
}

function sorted(actions: ActionAggregate[], name: ActionGroupName, now: number): ActionAggregate[] {
  const moments = ({ Action: action }: ActionAggregate): [number, number] => {
    const start = timeOr(action.start, 0);
    const end = timeOr(action.end, Number.MAX_SAFE_INTEGER);
    if (name === 'past') return [-end, -start];
    // Of mine, those that run come before those that come.
    const isComing = name === 'upcoming' || (name === 'mine' && start > now);
    return isComing ? [name === 'mine' ? Number.MAX_SAFE_INTEGER : start, start] : [end, start];
  };
  return actions.sort((one, other) => {
    const [first, second] = moments(one);
    const [otherFirst, otherSecond] = moments(other);
    return first - otherFirst || second - otherSecond || one.Action.id - other.Action.id;
  });
}

function timeOr(moment: string | undefined, fallback: number): number {
  return moment === undefined ? fallback : Date.parse(moment);
}

const maxActionsOfToday = 3;

/** Actions that run now or start today: those of the user if there are any, else the others. */
export function actionsOfToday(
  aggregates: readonly ActionAggregate[],
  { userId, now }: { userId: number; now: number }
): ActionAggregate[] {
  const endOfDay = new Date(now).setHours(23, 59, 59, 999);
  const isToday = ({ Action: action }: ActionAggregate) =>
    actionTime(action, now) === 'running' ||
    (action.start !== undefined && Date.parse(action.start) > now && Date.parse(action.start) <= endOfDay);
  const [first] = groupActions(aggregates.filter(isToday), { userId, now });
  return (first?.actions ?? []).slice(0, maxActionsOfToday);
}

/** The next action that has not started, the user's own first. */
export function nextAction(
  aggregates: readonly ActionAggregate[],
  { userId, now }: { userId: number; now: number }
): ActionAggregate | null {
  const upcoming = aggregates.filter(({ Action: action }) => actionTime(action, now) === 'upcoming');
  return groupActions(upcoming, { userId, now })[0]?.actions[0] ?? null;
}
