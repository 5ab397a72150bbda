import { getContact } from '@/db/contacts';

import { createTestPhone, emptyService, queryOf, respond, success, type Sent } from './support';

type Page = {
  changes?: object[];
  buckets: string[];
  restarted?: string[];
  more?: boolean;
  position?: string;
};

export const enter = (bucket: string, kind: string, id: number, record: object = {}) => ({
  bucket,
  kind,
  id,
  record: { id, ...record },
});
export const contacts = (bucket: string, ...ids: number[]) => ids.map((id) => enter(bucket, 'contact', id));
export const leave = (bucket: string, kind: string, id: number) => ({ bucket, kind, id, deleted: true });
export const actionChange = (id: number) => ({
  bucket: 'space',
  kind: 'action',
  id,
  record: {
    Action: {
      id,
      name: 'Autumn doors',
      group_id: 1,
      Users: [],
      Teams: [],
      facts: [],
      Forms: [],
      public: true,
    },
    NbVisites: 0,
    NbContacts: 0,
    NbVisitesDeclared: 0,
  },
});

/** A service with buckets. The test sets the pages of the feed; a page that is null is never delivered. */
export async function bucketPhone(
  first: Page,
  { contactOnService = (_id: number): object | null => null } = {}
) {
  const feed: { pages: (Page | null)[] } = { pages: [first] };
  const writes: Sent[] = [];
  const asked: URLSearchParams[] = [];
  const quiet = emptyService(['idempotency_key', 'changes', 'visits'], (sent) => {
    writes.push(sent);
    const { data }: { data: object } = JSON.parse(sent.body ?? '{}');
    const headers = {
      'idempotency-key': sent.headers['idempotency-key'] ?? '',
      'doorstep-position': 'a.10',
    };
    return respond(200, { status: 'success', data: { ...data, id: 50, user_id: 1 } }, headers);
  });
  const phone = await createTestPhone((sent, count) => {
    const fetched = /^\/v1\/contacts\/(\d+)/.exec(sent.path);
    if (fetched) {
      const record = contactOnService(Number(fetched[1]));
      return record ? respond(200, record) : respond(404, {});
    }
    if (!sent.path.startsWith('/v1/changes')) return quiet(sent, count);
    asked.push(queryOf(sent));
    const index = Number(queryOf(sent).get('cursor') ?? 0);
    const last = feed.pages.at(-1);
    const page = index < feed.pages.length ? feed.pages[index] : { buckets: last?.buckets ?? [] };
    if (!page) return 'lost';
    const { changes = [], more = false, position = 'a.1', restarted = [], buckets } = page;
    const cursor = String(Math.min(index + 1, feed.pages.length));
    return success({ changes, more, cursor, buckets, restarted, position });
  });
  const { store, scope } = phone;
  const engine = await phone.start();
  await phone.pass(5_000);
  const round = async (...pages: Page[]) => {
    feed.pages.push(...pages);
    engine.requestRound('button');
    await phone.pass(5_000);
  };
  /** Which of the contacts are on the phone. */
  const held = async (...ids: number[]) => {
    const found = await Promise.all(ids.map((id) => getContact(store, scope, id)));
    return found.flatMap((contact) => contact?.id ?? []);
  };
  return { ...phone, engine, feed, writes, asked, round, held };
}

export const mine = ['space', 'user:1', 'action:12'];
export const firstPage: Page = {
  changes: [actionChange(12), ...contacts('action:12', 1, 2), ...contacts('user:1', 2, 3)],
  buckets: mine,
  restarted: mine,
};
