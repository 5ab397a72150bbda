import type { Mutation } from './mutation';

const server = (name: string, title: string) => ({ file: `__tests__/server/${name}.test.ts`, title });

/** Mutations of what the service shows to whom: turf, buckets, positions. */
export const scopeMutations: readonly Mutation[] = [
  {
    name: 'a contact that leaves a turf stays in its bucket',
    file: 'server/store/migrations/0009-turf.sql',
    from: 'array_agg(wanted.bucket IS NOT NULL)',
    to: 'array_agg(true)',
    check: server('turf', 'follows a contact that moves'),
  },
  {
    name: 'a record that enters a bucket is not logged',
    file: 'server/store/migrations/0008-buckets.sql',
    from: 'WHERE coalesce(NOT l.deleted, false) <> given.inside',
    to: 'WHERE NOT given.inside AND coalesce(NOT l.deleted, false)',
    check: server('turf', 'follows a contact that moves'),
  },
  {
    name: 'a new turf does not wait for those who missed it',
    file: 'server/store/turf.ts',
    from: 'const done = read || begun?.idle === true;',
    to: 'const done = begun !== undefined || read;',
    check: server('turf', 'misses no contact that moves'),
  },
  {
    name: 'a new bucket starts at the position of another',
    file: 'server/store/changes.ts',
    from: 'known.get(bucket) ?? START',
    to: "known.get(bucket) ?? known.get('space') ?? START",
    check: server('scope', 'joins a bucket without restarting'),
  },
  {
    name: 'the last change of a page counts for every bucket',
    file: 'server/store/feedPosition.ts',
    from: 'const reached = bucket <= last.bucket ? read : unread;',
    to: 'const reached = read ?? unread;',
    check: server('feedPosition', 'keeps the same record'),
  },
  {
    name: 'the feed does not wait for a running transaction',
    file: 'server/store/migrations/0005-changes-and-row-level-security.sql',
    from: 'SELECT max(distance) FROM back WHERE distance < 2147483648',
    to: 'SELECT 0',
    check: server('changes', 'skips no late commit'),
  },
  {
    name: 'every member sees every contact',
    file: 'server/store/migrations/0010-visibility.sql',
    from: "doorstep_is_in((SELECT doorstep_buckets()), 'contact', id)",
    to: 'true',
    check: server('scope', 'every endpoint shows these records'),
  },
  {
    name: 'leaders look people up where only managers may',
    file: 'server/store/migrations/0010-visibility.sql',
    from: " AND s.search_everyone = 'leaders'",
    to: '',
    check: server('lookUp', 'are found by managers only'),
  },
  {
    name: 'a look-up is not in the audit log',
    file: 'server/store/migrations/0010-visibility.sql',
    from: "  PERFORM doorstep_audit_read('looked_up', NULL, 'contact', wanted);\n",
    to: '',
    check: server('lookUp', 'the audit log shows it'),
  },
  {
    name: 'a look-up never ends',
    file: 'server/auth/cleanup.ts',
    from: '    await tx.execute(sql`SELECT doorstep_end_look_ups()`);\n',
    to: '',
    check: server('lookUp', 'leave after thirty days'),
  },
];
