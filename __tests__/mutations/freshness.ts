import type { Mutation } from './mutation';

const file = 'src/runtime/freshness.ts';
const check = (title: string) => ({ file: '__tests__/runtime/freshness.test.ts', title });

/** Mutations of what reads the screens again: each would show old records. */
export const freshnessMutations: readonly Mutation[] = [
  {
    name: 'a change during the first read of a screen is missed',
    file,
    from: "isStale: query.state.data === undefined && query.state.fetchStatus === 'fetching'",
    to: 'isStale: false',
    check: check('a change during the first read'),
  },
  {
    name: 'a read of a screen is started over by every change',
    file,
    from: 'client.invalidateQueries({ queryKey, exact: true }),',
    to: 'void client.invalidateQueries({ queryKey, exact: true }),',
    check: check('a read that takes longer'),
  },
  {
    name: 'the last of many changes does not reach the screen',
    file,
    from: 'if (pause) pause.isStale = true;',
    to: 'if (pause) void pause.isStale;',
    check: check('a table that changes again'),
  },
];
