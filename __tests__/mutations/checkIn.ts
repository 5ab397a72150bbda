import type { Mutation } from './mutation';

const test = { file: '__tests__/features/teams/checkIn/mutations.test.ts' };
const codeTest = { file: '__tests__/domain/checkInCode.test.ts' };
const code = 'src/domain/checkInCode.ts';

/** Mutations of the check-in with the code of a leader. */
export const checkInMutations: readonly Mutation[] = [
  {
    name: 'check-in: the code of another space is accepted',
    file: code,
    from: "if (space !== person.space) return 'other_space';",
    to: '',
    check: test,
  },
  {
    name: 'check-in: the code of another team is accepted',
    file: code,
    from: "if (!person.teams.includes(team)) return 'other_team';",
    to: '',
    check: test,
  },
  {
    name: 'check-in: a person who only sees a team is in it',
    file: 'src/features/teams/checkIn/mutations.ts',
    from: 'id !== null && hasMember(team, scope.userId)',
    to: 'id !== null',
    check: test,
  },
  {
    name: 'check-in: an old code is accepted',
    file: code,
    from: "if (person.now - time > checkInMs) return 'old';",
    to: '',
    check: test,
  },
  {
    name: 'check-in: a code from the future is accepted',
    file: code,
    from: "if (time - person.now > clockToleranceMs) return 'early';",
    to: '',
    check: test,
  },
  {
    name: 'check-in: mistyped digits are accepted',
    file: code,
    from: ' || remainder(`${space}${digits}`) !== 1',
    to: '',
    check: codeTest,
  },
  {
    name: 'check-in: the same code again is another check-in',
    file: 'src/features/teams/checkIn/mutations.ts',
    from: 'isSameCode(facts.time, before.shownAt)',
    to: 'before.at < 0',
    check: test,
  },
  {
    name: 'check-in: a person whom the leader unticked is ticked again',
    file: 'src/db/rollCalls.ts',
    from: 'if (rollCall.absent?.some(',
    to: 'if (rollCall.startedAt < 0 && rollCall.absent?.some(',
    check: test,
  },
  {
    name: 'check-in: a person at another team counts as here',
    file: 'src/domain/board.ts',
    from: 'return checkedIn?.team_id === teamId',
    to: 'return checkedIn && teamId > 0',
    check: test,
  },
  {
    name: 'check-in: the service shows a check-in on the board of another team',
    file: 'server/store/board.ts',
    from: "ELSE b.report - 'checked_in' END",
    to: 'ELSE b.report END',
    check: { file: '__tests__/server/board.test.ts' },
  },
  {
    name: 'check-in: a phone reports it for ever',
    file: 'src/db/board.ts',
    from: 'checkIn !== null && isCheckedIn(checkIn.at, now)',
    to: 'checkIn !== null',
    check: { file: '__tests__/sync/board.test.ts', title: 'a check-in is reported' },
  },
];
