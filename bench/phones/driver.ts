/** The second process: virtual phones that send the requests of the engine, each visit when its time comes. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import type { BoardReport } from '@/contract/board';
import { makeExternalId } from '@/domain/bundle';
import { defaultConfig } from '@/sync/config';

import type { RequestKind, Step, Visit } from './pattern';
import type { VirtualPhone } from './world';

export type Order =
  | { kind: 'phones'; port: number; phones: VirtualPhone[] }
  | { kind: 'drive'; visits: readonly Visit[]; visitsPerSecond: number; seconds: number };

export type Driven = {
  /** The duration of each request, in milliseconds. */
  times: number[];
  counts: Record<RequestKind, number>;
  failures: number;
};

type Phone = VirtualPhone & { cursor: string | null };
type Answer = { status: number; body: string };

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
let port = 0;
let phones: Phone[] = [];
let driven: Driven = emptied();

function emptied(): Driven {
  return { times: [], counts: { health: 0, poll: 0, page: 0, gift: 0, board: 0 }, failures: 0 };
}

function exchange(method: string, path: string, phone: Phone, body?: object, key?: string): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${phone.token}`,
    'doorstep-space': String(phone.spaceId),
    ...(text === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  return new Promise((resolve) => {
    const failed = () => resolve({ status: 0, body: '' });
    const sent = request(
      { agent, port, host: '127.0.0.1', method, path: `/api${path}`, headers },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', failed);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() })
        );
      }
    );
    sent.on('error', failed);
    sent.end(text);
  });
}

async function timedExchange(kind: RequestKind, sending: () => Promise<Answer>): Promise<Answer> {
  const start = performance.now();
  const answer = await sending();
  driven.times.push(performance.now() - start);
  driven.counts[kind] += 1;
  if (answer.status !== 200) driven.failures += 1;
  return answer;
}

async function readFeed(phone: Phone, kind: 'poll' | 'page'): Promise<void> {
  for (let more = true; more;) {
    const cursor = phone.cursor === null ? '' : `&cursor=${phone.cursor}`;
    const path = `/v1/changes?limit=${defaultConfig.pageSize}${cursor}`;
    const { status, body } = await timedExchange(kind, () => exchange('GET', path, phone));
    if (status !== 200) return;
    const { data } = JSON.parse(body) as { data: { cursor: string; more: boolean } };
    phone.cursor = data.cursor;
    ({ more } = data);
  }
}

async function sendGift(phone: Phone): Promise<void> {
  const key = randomUUID();
  const money = {
    amount: 2_000,
    currency: 'eur',
    contact_id: phone.contactId,
    date: new Date().toISOString(),
  };
  const markers = { delivery_token: key, external_transaction_id: makeExternalId(Math.random) };
  const transactions = [{ ...money, ...markers, payment_method_kind: 'cash' }];
  const data = { transactions, donations: [money] };
  await timedExchange('gift', () => exchange('POST', '/v1/transaction_bundles', phone, { data }, key));
}

async function report(phone: Phone): Promise<void> {
  const now = new Date().toISOString();
  const sent: BoardReport = {
    day: now.slice(0, 10),
    counted_at: now,
    doors: 0,
    talks: 0,
    taken: [],
    unsent: { count: 0, sums: [] },
    uncounted: [],
    kept: [],
  };
  const data = { report: sent };
  await timedExchange('board', () => exchange('POST', '/v1/board', phone, { data }));
}

const steps: Record<Step, (phone: Phone) => Promise<unknown>> = {
  health: (phone) => timedExchange('health', () => exchange('GET', '/health', phone)),
  poll: (phone) => readFeed(phone, 'poll'),
  download: (phone) => {
    phone.cursor = null;
    return readFeed(phone, 'page');
  },
  gift: sendGift,
  board: report,
};

function chooseSteps(visits: readonly Visit[]): readonly Step[] {
  let left = Math.random() * visits.reduce((sum, { perPhoneSecond }) => sum + perPhoneSecond, 0);
  for (const { steps: chosen, perPhoneSecond } of visits) {
    left -= perPhoneSecond;
    if (left <= 0) return chosen;
  }
  return visits[0]?.steps ?? [];
}

/** Starts visits at this rate, however slow the service is; the times between them are random. */
async function drive({
  visits,
  visitsPerSecond,
  seconds,
}: Extract<Order, { kind: 'drive' }>): Promise<Driven> {
  driven = emptied();
  const running: Promise<void>[] = [];
  const start = performance.now();
  let at = 0;
  let turn = Math.floor(Math.random() * phones.length);
  while (at < seconds * 1_000) {
    at -= Math.log(1 - Math.random()) * (1_000 / visitsPerSecond);
    const waitMs = start + at - performance.now();
    if (waitMs > 1) await sleep(waitMs);
    turn = (turn + 1) % phones.length;
    const phone = phones[turn];
    if (phone)
      running.push(
        (async () => {
          for (const step of chooseSteps(visits)) await steps[step](phone);
        })()
      );
  }
  await Promise.all(running);
  return driven;
}

/** Every phone has downloaded everything, so that its polls are at the end of the feed. */
async function prepare(order: Extract<Order, { kind: 'phones' }>): Promise<void> {
  ({ port } = order);
  phones = order.phones.map((phone) => ({ ...phone, cursor: null }));
  const cursors = new Map<number, string | null>();
  for (const phone of phones) {
    // A position is valid for all phones of a person; each continues from its own later.
    phone.cursor = cursors.get(phone.userId) ?? null;
    await readFeed(phone, 'poll');
    cursors.set(phone.userId, phone.cursor);
  }
}

process.on('message', (order: Order) => {
  const working = order.kind === 'phones' ? prepare(order).then(() => null) : drive(order);
  void working.then((result) => process.send?.(result ?? 'ready'));
});
process.on('disconnect', () => process.exit());
