import { type ActionAggregate } from '@/contract/action';
import {
  actionProgress,
  actionsOfToday,
  actionTime,
  groupActions,
  nextAction,
  takesPart,
} from '@/domain/action';

const now = Date.parse('2026-11-14T12:00:00Z');
const day = (offset: number) => new Date(now + offset * 86_400_000).toISOString();

const action = (id: number, start?: number, end?: number, userIds: number[] = []): ActionAggregate => ({
  Action: {
    id,
    name: `Action ${id}`,
    ...(start === undefined ? {} : { start: day(start) }),
    ...(end === undefined ? {} : { end: day(end) }),
    Users: userIds.map((user) => ({ id: user })),
  },
  NbVisites: 0,
  NbContacts: 0,
  NbVisitesDeclared: 0,
});

const idsOf = (groups: ReturnType<typeof groupActions>) =>
  groups.map(({ name, actions }) => [name, actions.map(({ Action }) => Action.id)]);

describe('groups of actions', () => {
  it('start with the own actions, then running, upcoming and ended ones, each in a useful order', () => {
    const groups = groupActions(
      [
        action(1, -9, -5),
        action(2, -9, -2),
        action(3, 4, 5),
        action(4, 2, 3),
        action(5, -1, 3),
        action(6, -1, 1),
        action(7, 1, 2, [7]),
      ],
      { userId: 7, now }
    );
    expect(idsOf(groups)).toEqual([
      ['mine', [7]],
      ['running', [6, 5]],
      ['upcoming', [4, 3]],
      ['past', [2, 1]],
    ]);
  });

  it('count an own action that has ended among the ended ones', () => {
    expect(idsOf(groupActions([action(1, -9, -5, [7])], { userId: 7, now }))).toEqual([['past', [1]]]);
  });

  it('exclude empty groups', () => {
    expect(groupActions([], { userId: 7, now })).toEqual([]);
  });
});

test('an action without dates is running', () => {
  expect(actionTime({}, now)).toBe('running');
  expect(actionTime({ start: day(-1) }, now)).toBe('running');
  expect(actionTime({ end: day(-1) }, now)).toBe('past');
});

test('a user takes part by name, through a team, or as the creator', () => {
  expect(takesPart({ id: 1, Users: [{ id: 7 }] }, 7)).toBe(true);
  expect(takesPart({ id: 1, Teams: [{ id: 2, userswithactive: [{ id: 7 }] }] }, 7)).toBe(true);
  expect(takesPart({ id: 1, created_by: 7 }, 7)).toBe(true);
  expect(takesPart({ id: 1 }, 7)).toBe(false);
});

test('a goal of zero is no goal', () => {
  expect(actionProgress({ Action: { id: 1, goal: 0 }, NbVisites: 3 })).toEqual({
    visits: 3,
    declared: 0,
    contacts: 0,
    goal: null,
  });
});

test('the visits of an action that the phone does not hold are those that the service counted, and the unsent ones', () => {
  const progress = (visits: number, unsent: number, buckets: string[] | null) => {
    const counts = new Map([[1, { visits, contacts: 0, declared: 0, unsent }]]);
    return actionProgress({ Action: { id: 1 }, NbVisites: 186 }, { counts, isFed: true, buckets }).visits;
  };
  expect(progress(0, 0, ['space', 'user:1'])).toBe(186);
  expect(progress(9, 2, ['action:2', 'space', 'user:1'])).toBe(188);
  expect(progress(200, 2, ['space', 'user:1'])).toBe(200);
  for (const all of [['action:1', 'space'], ['all', 'space'], null]) expect(progress(9, 2, all)).toBe(9);
});

describe('the actions of today', () => {
  const ids = (actions: readonly ActionAggregate[]) => actions.map(({ Action }) => Action.id);
  const viewer = { userId: 7, now };

  it('are those that are running or start before midnight, at most three', () => {
    const actions = [action(1, -1, 1), action(2, 0.1, 1), action(3, 2, 3), action(4, -3, -1)];
    expect(ids(actionsOfToday(actions, viewer))).toEqual([1]);
    const running = [1, 2, 3, 4].map((id) => action(id, -1, id));
    expect(ids(actionsOfToday(running, viewer))).toEqual([1, 2, 3]);
  });

  it('are only the own ones if there are any', () => {
    expect(ids(actionsOfToday([action(1, -1, 1), action(2, -1, 2, [7])], viewer))).toEqual([2]);
  });

  it('are followed by the next one to start, an own one first', () => {
    expect(nextAction([action(1, 1, 2), action(2, 3, 4, [7])], viewer)?.Action.id).toBe(2);
    expect(nextAction([action(1, -1, 2)], viewer)).toBeNull();
  });
});
