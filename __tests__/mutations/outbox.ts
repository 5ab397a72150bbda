import type { Mutation } from './mutation';

const outbox = (name: string) => ({ file: `__tests__/db/outbox/${name}.test.ts` });

/** Mutations of the outbox: its SQL, its triggers and the durability of a commit. */
export const outboxMutations: readonly Mutation[] = [
  {
    name: 'a claim takes rows in any state',
    file: 'src/db/outbox/claims.ts',
    from: "WHERE state = 'queued' AND seq = (SELECT seq FROM outbox WHERE scope_id = ? AND state = 'queued' AND ${isReady}",
    to: "WHERE seq = (SELECT seq FROM outbox WHERE scope_id = ? AND state IN ('queued', 'sending') AND ${isReady}",
    check: outbox('claims'),
  },
  {
    name: 'a later row of an entity does not wait',
    file: 'src/db/outbox/claims.ts',
    from: '       AND ${isFirstOfEntity} ORDER BY seq LIMIT 1)',
    to: '       ORDER BY seq LIMIT 1)',
    check: outbox('claims'),
  },
  {
    name: 'a lease never expires',
    file: 'src/db/outbox/claims.ts',
    from: 'AND (lease_until IS NULL OR lease_until <= ? OR lease_until > ?)',
    to: 'AND 0 AND (lease_until IS NULL OR lease_until <= ? OR lease_until > ?)',
    check: outbox('claims'),
  },
  {
    name: 'a row whose lease expired is queued',
    file: 'src/db/outbox/claims.ts',
    from: "SET state = 'unknown', lease_until = NULL, lease_owner = NULL, updated_at = ?",
    to: "SET state = 'queued', lease_until = NULL, lease_owner = NULL, updated_at = ?",
    check: outbox('claims'),
  },
  {
    name: 'an outcome is applied by any owner',
    file: 'src/db/outbox/transitions.ts',
    from: "'lease_owner = ?'",
    to: "'? IS NOT NULL'",
    check: outbox('claims'),
  },
  {
    name: 'an outcome is applied to any attempt',
    file: 'src/db/outbox/transitions.ts',
    from: "'AND attempts = ?'",
    to: "'AND ? IS NOT NULL'",
    check: { file: '__tests__/sync/outboxSending.test.ts' },
  },
  {
    name: 'every transition is allowed',
    file: 'src/domain/outbox.ts',
    from: 'return allowed[from].includes(to);',
    to: 'return allowed[from].length > 0 || from === to;',
    check: outbox('transitions'),
  },
  {
    name: 'a captured body can be changed',
    file: 'src/db/schema/outbox.ts',
    from: 'BEFORE UPDATE OF id, scope_id, kind, body, body_hash, body_version, base, created_at ON outbox',
    to: 'BEFORE UPDATE OF created_at ON outbox',
    check: outbox('save'),
  },
  {
    name: 'an unsent row can be deleted',
    file: 'src/db/schema/outbox.ts',
    from: '  OR OLD.exported_at IS NOT NULL\n',
    to: '  OR 1\n',
    check: outbox('transitions'),
  },
  {
    name: 'a row can be deleted before a pull has confirmed it',
    file: 'src/db/schema/outbox.ts',
    from: "(OLD.state = 'acked' AND OLD.confirmed_at IS NOT NULL)",
    to: "(OLD.state = 'acked')",
    check: outbox('transitions'),
  },
  {
    name: 'one number is accepted for two rows',
    file: 'src/db/outbox/numbers.ts',
    from: '  if ((await listNumbersOfOthers(reader, scope, { kind, id })).has(serverId)) return true;\n',
    to: '',
    check: { file: '__tests__/features/outbox/mutations.test.ts' },
  },
  {
    name: 'a number with the marker of another record is accepted',
    file: 'src/db/outbox/numbers.ts',
    from: 'return bundle !== null;',
    to: 'return false;',
    check: { file: '__tests__/features/outbox/mutations.test.ts' },
  },
  {
    name: 'gifts that arrived twice are not found',
    file: 'src/db/ledger/doubled.ts',
    from: 'GROUP BY delivery_token HAVING count(*) > 1',
    to: 'GROUP BY delivery_token HAVING count(*) > 2',
    check: { file: '__tests__/db/ledger/doubled.test.ts' },
  },
  {
    name: 'a commit does not wait for the disk',
    file: 'src/db/open.ts',
    from: "await engine.execute('PRAGMA synchronous = FULL');",
    to: "await engine.execute('PRAGMA synchronous = NORMAL');",
    check: { file: '__tests__/db/store.test.ts' },
  },
  {
    name: 'an engine that ignores synchronous is accepted',
    file: 'src/db/open.ts',
    from: ' || synchronous !== synchronousFull',
    to: '',
    check: { file: '__tests__/db/store.test.ts' },
  },
];
