import { generateX25519Identity, identityToRecipient } from 'age-encryption';

import { cannotOpenCode } from '@/domain/outcome';

import { beginSealing, createInstantSeal } from '../support/rowSeal';
import {
  amountsSent,
  captureId,
  createTestPhone,
  defaultSession,
  emptyService,
  storedBundle,
  success,
  type Script,
} from './support';

const minutes = (count: number) => count * 60_000;

/** A browser that seals its rows; `keys` is what it can lose. */
async function sealingPhone(script: Script) {
  const keys = new Map<string, Uint8Array>();
  const phone = await createTestPhone(script, defaultSession, createInstantSeal(keys));
  await beginSealing(phone.store, phone.scope, await identityToRecipient(await generateX25519Identity()));
  return { ...phone, keys };
}

/** Rows are on the wire when the device loses its power, and with it the key; then it is started again. */
async function loseKeyWhileSending(phone: Awaited<ReturnType<typeof sealingPhone>>, rows = 1): Promise<void> {
  for (let row = 0; row < rows; row += 1) await phone.claimAs('before', 1_000);
  phone.keys.clear();
  await phone.pass(minutes(1));
  await phone.start();
  await phone.pass(minutes(30));
}

const refused = { kind: 'refused', refusal: { code: cannotOpenCode } };
const withKeys = (onWrite: Script) => emptyService(['idempotency_key'], onWrite);

test('sealed rows are opened as they are sent, and arrive as they were saved', async () => {
  const phone = await sealingPhone(withKeys((sent, count) => storedBundle(sent, 100 + count)));
  for (const number of [1, 2, 3]) await phone.capture(number);
  expect(await phone.store.all('SELECT id FROM outbox WHERE sealed_with IS NULL')).toEqual([]);
  await phone.start();
  await phone.pass(minutes(1));
  expect(amountsSent(phone.ports)).toEqual([1_001, 1_002, 1_003]);
  expect(await phone.states()).toEqual(['acked', 'acked', 'acked']);
});

describe('when the key of a row is gone', () => {
  test('nothing of it is sent, no try is counted, a person is told, and the others go on', async () => {
    const phone = await sealingPhone(withKeys((sent, count) => storedBundle(sent, 100 + count)));
    await phone.capture(1);
    phone.keys.clear();
    await phone.capture(2);
    await phone.start();
    await phone.pass(minutes(5));
    expect(amountsSent(phone.ports)).toEqual([1_002]);
    expect(await phone.rows()).toMatchObject([
      { state: 'parked', body: null, amount: 1_001, problem: refused, attempts: 0, sentAt: null },
      { state: 'acked', attempts: 1 },
    ]);
    expect(phone.ports.failures).toEqual([]);
  });

  test('for a moment only, the row goes on by itself, and no try is counted for nothing', async () => {
    const phone = await sealingPhone(withKeys((sent, count) => storedBundle(sent, 100 + count)));
    await phone.capture(1);
    const kept = [...phone.keys];
    phone.keys.clear();
    const engine = await phone.start();
    await phone.pass(minutes(1));
    expect(await phone.states()).toEqual(['parked']);
    for (const [keyId, raw] of kept) phone.keys.set(keyId, raw);
    engine.requestRound('foreground');
    await phone.pass(minutes(1));
    expect(amountsSent(phone.ports)).toEqual([1_001]);
    expect(await phone.rows()).toMatchObject([{ state: 'acked', attempts: 1 }]);
  });

  test.each<[string, string[]]>([
    ['with keys', ['idempotency_key']],
    ['without keys', []],
  ])('a row that may have arrived and has not is put aside, at a service %s', async (_, extensions) => {
    const phone = await sealingPhone(emptyService(extensions, () => 'lost'));
    await phone.capture(1);
    await loseKeyWhileSending(phone);
    expect(amountsSent(phone.ports)).toEqual([]);
    expect(await phone.rows()).toMatchObject([{ state: 'parked', problem: refused, serverId: null }]);
  });

  test.each<[string, string[]]>([
    ['with keys', ['idempotency_key']],
    ['without keys', []],
  ])('a row that had arrived before is found by its marks, at a service %s', async (_, extensions) => {
    const arrived = {
      id: 55,
      transactions: [{ id: 1, amount: 1_001, currency: 'eur', delivery_token: captureId(1) }],
    };
    const quiet = emptyService(extensions, () => 'lost');
    const phone = await sealingPhone((sent, count) =>
      sent.method === 'GET' && sent.path.startsWith('/v1/transaction_bundles')
        ? success([arrived], { total: 1 })
        : quiet(sent, count)
    );
    await phone.capture(1);
    await loseKeyWhileSending(phone);
    expect(amountsSent(phone.ports)).toEqual([]);
    // Acknowledged and seen in a pull: for no other reason does the file let a row go.
    expect(await phone.rows()).toEqual([]);
  });

  test('a row that may have arrived at a service without marks is asked about', async () => {
    const alike = { id: 55, transactions: [{ id: 1, amount: 1_001, currency: 'eur' }] };
    const quiet = emptyService([], () => 'lost');
    const phone = await sealingPhone((sent, count) =>
      sent.method === 'GET' && sent.path.startsWith('/v1/transaction_bundles')
        ? success([alike], { total: 1 })
        : quiet(sent, count)
    );
    await phone.capture(1);
    await loseKeyWhileSending(phone);
    expect(amountsSent(phone.ports)).toEqual([]);
    expect(await phone.rows()).toMatchObject([
      { state: 'needs_person', problem: { question: { candidates: [{ id: 55 }] } } },
    ]);
  });

  test('an edit that cannot be opened comes to a person, and is never sent', async () => {
    const phone = await sealingPhone(emptyService([], () => 'lost'));
    await phone.capture(1, { kind: 'team_edit', entity: 'team:3', body: '{}', base: { id: 3 } });
    await phone.capture(2, { kind: 'invitation', entity: 'invitation:2', body: '{}' });
    await loseKeyWhileSending(phone, 2);
    expect(phone.ports.sent.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(await phone.rows()).toMatchObject([
      { state: 'parked', problem: refused },
      { state: 'parked', problem: refused },
    ]);
  });
});
