import { randomUUID } from 'node:crypto';

import { countWaiting, enqueue, clearRetryTimes, type NewOutboxRow } from '@/db/outbox/outbox';
import { freezeBundle, makeExternalId } from '@/domain/bundle';
import { entityOf } from '@/domain/entity';
import { drain } from '@/sync/drain';
import type { Fetch } from '@/sync/ports';
import { reconcile } from '@/sync/reconcile';

import { milliseconds, percentile, timed, type Measure } from '../measure';
import { fillDatabase, type Filled } from '../service/filled';
import { startProcess, stopProcess } from '../service/processes';
import { openPhone, type Phone } from './phone';

const goal = 1.5;
const rounds = 10;
const perRound = 100;

function donationOf(contactId: number): NewOutboxRow {
  const id = randomUUID();
  const externalId = makeExternalId(Math.random);
  const person = { kind: 'contact', contactId } as const;
  const body = freezeBundle({
    id,
    externalId,
    takenAt: '2026-03-14T09:00:00+01:00',
    currency: 'eur',
    payer: person,
    paymentMethodKind: 'cash',
    items: [{ kind: 'donation', beneficiary: person, amount: 2_000 }],
  });
  return {
    id,
    kind: 'bundle_create',
    entity: entityOf('bundle', id),
    body,
    bodyVersion: 1,
    amount: 2_000,
    currency: 'eur',
    externalTransactionId: externalId,
  };
}

const donations = ({ contactIds }: Filled, count: number) =>
  Array.from({ length: count }, (_, index) => donationOf(contactIds[index % contactIds.length] ?? 0));

async function capture({ context: { store, scope } }: Phone, rows: readonly NewOutboxRow[]): Promise<void> {
  await store.write(async (tx) => {
    for (const row of rows) await enqueue(tx, scope, row, Date.now());
  });
}

/** The same requests without the app: sent, and the response discarded. */
async function bareLoop(baseUrl: string, token: string, rows: readonly NewOutboxRow[]): Promise<void> {
  for (const { id, body } of rows) {
    const response = await fetch(`${baseUrl}/v1/transaction_bundles`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': id,
      },
      body,
    });
    await response.text();
    if (response.status !== 200) throw new Error(`A bundle was answered with ${response.status}.`);
  }
}

async function compareReplay(filled: Filled, port: number): Promise<Measure> {
  const phone = await openPhone(filled, port);
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    await capture(phone, donations(filled, perRound));
    ours.push(await timed(() => drain(phone.context, phone.capabilities, phone.signal)));
    const rows = donations(filled, perRound);
    bare.push(await timed(() => bareLoop(phone.baseUrl, filled.token, rows)));
  }
  if ((await countWaiting(phone.context.store, phone.context.scope)) > 0)
    throw new Error('Something was not sent.');
  await phone.remove();
  const ratios = ours.map((time, round) => time / (bare[round] ?? NaN));
  const ratio = percentile(ratios, 0.5);
  return {
    work: `replay ${rounds * perRound} bundles to the service`,
    ours: `${milliseconds(percentile(ours, 0.5) / perRound)} each`,
    against: `bare loop of the same POSTs ${milliseconds(percentile(bare, 0.5) / perRound)}`,
    ratio,
    goal: `≤ ${goal}`,
    isMet: ratio <= goal,
  };
}

/** Every tenth response to a write is lost after the service has applied it. */
function losingResponses(): Fetch {
  let writes = 0;
  return async (url, init) => {
    const response = await fetch(url, init);
    if (init.method !== 'POST') return response;
    writes += 1;
    if (writes % 10 === 0) throw new TypeError('the answer was lost');
    return response;
  };
}

async function countTokens(baseUrl: string, token: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let offset = 0; ; offset += 1_000) {
    const response = await fetch(`${baseUrl}/v1/transaction_bundles?limit=1000&offset=${offset}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data } = (await response.json()) as { data: { transactions: { delivery_token?: string }[] }[] };
    for (const { delivery_token = '' } of data.flatMap(({ transactions }) => transactions)) {
      counts.set(delivery_token, (counts.get(delivery_token) ?? 0) + 1);
    }
    if (data.length < 1_000) return counts;
  }
}

async function replayWithLosses(filled: Filled, port: number): Promise<Measure> {
  const phone = await openPhone(filled, port, losingResponses());
  const { context, capabilities, signal, baseUrl } = phone;
  const rows = donations(filled, rounds * perRound);
  await capture(phone, rows);
  // As in the app: a lost response ends the drain, and the next round sends again under the same id.
  while ((await countWaiting(context.store, context.scope)) > 0) {
    await context.store.write((tx) => clearRetryTimes(tx, context.scope, { now: Date.now(), of: 'all' }));
    await reconcile(context, capabilities, signal);
    await drain(context, capabilities, signal);
  }
  const counts = await countTokens(baseUrl, filled.token);
  await phone.remove();
  const lost = rows.filter(({ id }) => !counts.has(id)).length;
  const doubled = rows.filter(({ id }) => (counts.get(id) ?? 0) > 1).length;
  return {
    work: `replay ${rows.length} bundles, every tenth answer lost`,
    ours: `${lost} lost, ${doubled} doubled`,
    against: 'what the service lists',
    ratio: null,
    goal: '0 lost, 0 doubled',
    isMet: lost === 0 && doubled === 0,
  };
}

/** Sends the captures to the real service, one after the other, each claimed on disk before it is sent. */
export async function measureReplaying(): Promise<Measure[]> {
  const filled = await fillDatabase({ contacts: 500, bundles: 0 });
  const service = await startProcess('ours', filled);
  try {
    return [await compareReplay(filled, service.port), await replayWithLosses(filled, service.port)];
  } finally {
    await stopProcess(service);
    await filled.drop();
  }
}
