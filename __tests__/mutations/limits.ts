import type { Mutation } from './mutation';

const server = (name: string, title: string) => ({ file: `__tests__/server/${name}.test.ts`, title });
const migration = (name: string) => `server/store/migrations/${name}.sql`;
const codes = 'server/auth/oneTimeCodes.ts';

/** Mutations of limits and behaviour under load. */
export const limitMutations: readonly Mutation[] = [
  {
    name: 'wrong codes are not limited per mail address',
    file: codes,
    from: '    [TRIES_PER_MAIL, mail],\n',
    to: '',
    check: server('auth.limits', 'are limited per mail address over all network addresses'),
  },
  {
    name: 'wrong codes are not limited per network address',
    file: codes,
    from: '    [TRIES_PER_SOURCE, source],\n',
    to: '',
    check: server('auth.limits', 'are limited per network address over all accounts'),
  },
  {
    name: 'guesses of strangers lock a known browser out',
    file: codes,
    from: '  if (browser !== null) return [[TRIES_PER_PAIR, `${mail} ${browser}`]];\n',
    to: '',
    check: server('auth.limits', 'do not lock out a browser that signed in before'),
  },
  {
    name: 'right codes use up the limit of wrong ones',
    file: codes,
    from: '    for (const [limit, subject] of buckets) await returnToken(tx, limit, subject);\n',
    to: '',
    check: server('auth.limits', 'are counted, right ones are not'),
  },
  {
    name: 'codes to one mail address are not limited over all sources',
    file: codes,
    from: '    [CODES_PER_MAIL, mail],\n',
    to: '',
    check: server('auth.limits', 'are limited per address and source'),
  },
  {
    name: 'codes are not limited per source',
    file: codes,
    from: '    [CODES_PER_SOURCE, source],\n',
    to: '',
    check: server('auth.limits', 'are limited per source over all addresses'),
  },
  {
    name: 'one device renews its tokens without a limit',
    file: 'server/auth/refreshTokens.ts',
    from: "if (taken.kind === 'empty') return { kind: 'too_many'",
    to: "if (taken.kind === 'never') return { kind: 'too_many'",
    check: server('auth.limits', 'limits how often one device renews its tokens'),
  },
  {
    name: 'any proxy forwards the address of its client',
    file: 'server/app.ts',
    from: 'trustProxy: [...config.trustedProxies]',
    to: 'trustProxy: true',
    check: server('auth.limits', 'whatever an untrusted proxy forwards'),
  },
  {
    name: 'a trailing slash passes the limit of sign-ins',
    file: 'server/auth/register.ts',
    from: "    .replace(/\\/$/, '')\n",
    to: '',
    check: server('auth.limits', 'are limited with a trailing slash'),
  },
  {
    name: 'a slow request is not ended',
    file: 'server/app.ts',
    from: '    requestTimeout: requestTimeoutMs,\n',
    to: '',
    check: server('overload', 'a request that arrives too slowly is ended'),
  },
  {
    name: 'one person reads any number of complete lists in parallel',
    file: 'server/http/parallelReads.ts',
    from: 'const AT_A_TIME = 2;',
    to: 'const AT_A_TIME = 2_000;',
    check: server('overload', 'leave connections for the others'),
  },
  {
    name: 'a deadlock is not retried',
    file: 'server/http/callers.ts',
    from: '        await sleep(DEADLOCK_PAUSE_MS);\n        return work(caller);\n',
    to: '        throw error;\n',
    check: server('overload', 'a deadlock is retried once'),
  },
  {
    name: 'a full disk does not make the service unready',
    file: 'server/http/callers.ts',
    from: '      if (isDiskFull(error)) this.diskFullAt = performance.now();\n',
    to: '',
    check: server('overload', 'a full disk is not ready'),
  },
  {
    name: 'a full disk and a long statement are errors of the service',
    file: 'server/store/postgresErrors.ts',
    from: '/^(08|53|57P0|57014)/',
    to: '/^(08|57P0)/',
    check: server('overload', 'are 503 with Retry-After'),
  },
  {
    name: 'triggers write the log of changes in any order',
    file: migration('0007-changes'),
    from: `          FROM changed
          ORDER BY 1, 2, 3, 4
`,
    to: '          FROM changed\n',
    check: server('overload', 'do not wait for each other'),
  },
];
