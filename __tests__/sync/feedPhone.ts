import { enqueue, type NewOutboxRow } from '@/db/outbox/outbox';

import { captureId, createTestPhone, emptyService, queryOf, respond, success, type Sent } from './support';

type Page = {
  changes?: object[];
  position: string;
  more?: boolean;
  buckets?: string[];
  restarted?: string[];
};

/**
 * A service with keys and a feed. The test sets the next pages of the feed, the position of every write, and the team that
 * edits are merged into.
 */
export async function feedPhone({ firstId = 50, extensions = [] as string[] } = {}) {
  const feed: { pages: Page[]; cursor: number } = { pages: [{ position: 'a.1' }], cursor: 0 };
  const writes: Sent[] = [];
  const state = { position: 'a.10', firstId, feedTakesMs: 0, returnsIds: true, team: {} };
  const known = ['idempotency_key', 'changes', 'if_match', 'space', ...extensions];
  const quiet = emptyService(known, (sent) => {
    writes.push(sent);
    const { data = {} }: { data?: { id?: number; team?: object; cash_record?: object } } = JSON.parse(
      sent.body || '{}'
    );
    const id = data.id ?? state.firstId + writes.length - 1;
    const shownId = state.returnsIds ? id : `number ${id}`;
    if (data.team) state.team = data.team;
    const [member, record] =
      Object.entries(data).find(([name]) => name === 'team' || name === 'cash_record') ?? [];
    const value = member === undefined ? { ...data, id: shownId } : { [member]: { ...Object(record), id } };
    const headers = {
      'idempotency-key': sent.headers['idempotency-key'] ?? '',
      'doorstep-position': state.position,
    };
    return respond(200, { status: 'success', data: value }, headers);
  });
  const phone = await createTestPhone((sent, count) => {
    if (sent.method === 'GET' && /^\/teams\/\d+$/.test(sent.path)) return success({ team: state.team });
    if (!sent.path.startsWith('/v1/changes')) return quiet(sent, count);
    const index = Number(queryOf(sent).get('cursor') ?? 0);
    const page = feed.pages[index] ?? { position: feed.pages.at(-1)?.position ?? '' };
    const { changes = [], more = false, ...rest } = page;
    const cursor = String(Math.min(index + 1, feed.pages.length));
    return {
      status: 200,
      body: { status: 'success', data: { changes, more, cursor, ...rest } },
      afterMs: state.feedTakesMs,
    };
  });
  const save = (row: NewOutboxRow) =>
    phone.store.write((tx) => enqueue(tx, phone.scope, row, phone.ports.clock.now()));
  const round = async () => {
    engine.requestRound('button');
    await phone.pass(5_000);
  };
  const engine = await phone.start();
  await phone.pass(5_000);
  return { ...phone, feed, writes, state, save, round, engine };
}

export const row = (
  number: number,
  kind: NewOutboxRow['kind'],
  entity: string,
  body: object,
  base?: object
) => ({
  id: captureId(number),
  kind,
  entity,
  body: JSON.stringify({ data: body }),
  bodyVersion: 1,
  ...(base ? { base } : {}),
});
export const bundleChange = (id: number, token: string, more: object = {}) => ({
  kind: 'transaction_bundle',
  id,
  record: {
    id,
    transactions: [{ id, amount: 1_001, currency: 'eur', contact_id: 12, delivery_token: token }],
    ...more,
  },
});
