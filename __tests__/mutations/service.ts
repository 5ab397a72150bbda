import type { Mutation } from './mutation';

const server = (name: string, title: string) => ({ file: `__tests__/server/${name}.test.ts`, title });

/** Mutations of the write path of the service. */
export const serviceMutations: readonly Mutation[] = [
  {
    name: 'the service stores no key',
    file: 'server/http/idempotency.ts',
    from: 'key === null ? query<PositionRow>(tx, `SELECT ${THIS_POSITION}`) : insertKey(tx, caller, key, hash);',
    to: 'query<PositionRow>(tx, `SELECT ${THIS_POSITION}`);',
    check: server('once', 'is supported by every endpoint that writes'),
  },
  {
    name: 'the service refuses without looking the key up',
    file: 'server/http/endpoint.ts',
    from: '      if (first) return sendResponse(reply, key, first);\n',
    to: '',
    check: server('keyEcho', 'if a stricter version of the service would refuse the repeat'),
  },
  {
    name: 'the service returns the key where it decides nothing',
    file: 'server/http/idempotency.ts',
    from: 'return !UNDECIDED.has(code);',
    to: 'return UNDECIDED.size > 0 || code.length > 0;',
    check: server('keyEcho', 'is missing where the service decides nothing'),
  },
  {
    name: 'the service refuses a key although it could not read the body',
    file: 'server/http/endpoint.ts',
    from: "const isUndecided = code === 'key_reused' && rest.hash.length === 0;",
    to: 'const isUndecided = false;',
    check: server('keyEcho', 'is not returned, if the key is stored and the body cannot be read'),
  },
  {
    name: 'the service returns no key with a refusal',
    file: 'server/http/endpoint.ts',
    from: 'if (isRefusal(code) && !isUndecided) void reply.header(EXTENSION_HEADERS.idempotencyKey, key);',
    to: '',
    check: server('keyEcho', 'is on every refusal'),
  },
  {
    name: 'the service accepts another body under a key',
    file: 'server/http/idempotency.ts',
    from: ' || !first.request_hash?.equals(hash)',
    to: '',
    check: server('once', 'with another body is refused and changes nothing'),
  },
  {
    name: 'the service repeats a response to another person',
    file: 'server/http/idempotency.ts',
    from: ' || first.user_id !== caller.userId',
    to: '',
    check: server('once', 'cannot be repeated by another person'),
  },
  {
    name: 'the service reserves no replaced key',
    file: 'server/http/idempotency.ts',
    from: '  send(tx, RESERVE_KEYS, [caller.groupId, caller.userId, key, replaced]);\n',
    to: '',
    check: server('replaces', 'a late original is refused and never stored'),
  },
  {
    name: 'the service stores a replacement of a stored record',
    file: 'server/http/idempotency.ts',
    from: '  if (!stored) return;\n',
    to: '  if (!stored || stored) return;\n',
    check: server('replaces', 'is refused if that one is stored, with the stored record and the key'),
  },
  {
    name: 'the service writes no history',
    file: 'server/store/bundles.ts',
    from: 'AS entry (kind text, target_id bigint, old jsonb, new jsonb)`',
    to: 'AS entry (kind text, target_id bigint, old jsonb, new jsonb) WHERE false`',
    check: server('bundles', 'with a computed summary and a history of creations'),
  },
  {
    name: 'the service accepts a delivery token twice',
    file: 'server/store/migrations/0003-money.sql',
    from: '  CONSTRAINT transactions_unique_token UNIQUE (group_id, unique_token),\n',
    to: '',
    check: server('once', 'sent fifty times concurrently with only its delivery token'),
  },
  {
    name: 'the service gives no position of a write',
    file: 'server/http/endpoint.ts',
    from: '    [EXTENSION_HEADERS.position]: position,\n',
    to: '',
    check: server('keyEcho', 'is the transaction that stored it, in the epoch of the feed'),
  },
];
