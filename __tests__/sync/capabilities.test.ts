import { EXTENSION_HEADERS } from '@/contract/extensions';
import { getCapabilities } from '@/sync/capabilities';

import {
  amountsSent,
  respond,
  createTestPhone,
  emptyService,
  success,
  withKey,
  type Reaction,
} from './support';

const minutes = (count: number) => count * 60_000;

/** A phone whose service announces its capabilities with this reaction; all other requests succeed. */
async function phoneWithCapabilities(health: (count: number) => Reaction) {
  const quiet = emptyService([], (sent) => withKey(sent, success({ id: 7, transactions: [] })));
  let requestCount = 0;
  const phone = await createTestPhone((sent, count) =>
    sent.path === '/health' ? health((requestCount += 1)) : quiet(sent, count)
  );
  return { ...phone, others: () => phone.ports.sent.filter(({ path }) => path !== '/health') };
}

const having = (...extensions: string[]) => success({ name: 'a service', extensions });
/** An occasional response of a firewall. */
const refusal = respond(413, { error: 'too large' });

test('before the capabilities are loaded, a refused request for them sends nothing', async () => {
  const phone = await phoneWithCapabilities((count) =>
    count === 1 ? refusal : having('idempotency_key', 'if_match')
  );
  await phone.capture(1);
  const engine = await phone.start();
  await phone.pass(100);
  expect(phone.others()).toEqual([]);
  expect(engine.getStatus().problem).toBe('service_trouble');
  await phone.pass(minutes(1));
  expect([...(await getCapabilities(phone))].sort()).toEqual(['idempotency_key', 'if_match']);
  expect(amountsSent(phone.ports)).toHaveLength(1);
  await engine.stop();
});

test('a service that never returns its capabilities counts as a plain one, and receives everything', async () => {
  const phone = await phoneWithCapabilities(() => refusal);
  await phone.capture(1);
  const engine = await phone.start();
  await phone.pass(minutes(5));
  expect((await getCapabilities(phone)).size).toBe(0);
  expect(amountsSent(phone.ports)).toHaveLength(1);
  await engine.stop();
});

test('requests name the space only while the service announces that extension', async () => {
  let extensions: string[] = [];
  const phone = await phoneWithCapabilities(() => having(...extensions));
  const named = () => phone.others().map(({ headers }) => headers[EXTENSION_HEADERS.space] ?? null);
  const engine = await phone.start({ capabilitiesTtlMs: 0 });
  await phone.pass(500);
  for (const space of [null, '1', null]) {
    extensions = space === null ? [] : ['space'];
    const before = named().length;
    engine.requestRound('button');
    await phone.pass(500);
    expect({ space, since: [...new Set(named().slice(before))] }).toEqual({ space, since: [space] });
  }
  await engine.stop();
});

test('the last capabilities stay after a failed request for them', async () => {
  const phone = await phoneWithCapabilities((count) => (count === 1 ? having('if_match') : refusal));
  const engine = await phone.start();
  await phone.pass(minutes(60));
  expect(phone.ports.sent.filter(({ path }) => path === '/health').length).toBeGreaterThan(1);
  expect([...(await getCapabilities(phone))]).toEqual(['if_match']);
  await engine.stop();
});

test.each([
  ['404, as a proxy sends it,', respond(404, { message: 'no route' })],
  ['JSON of another program, as a portal sends it,', success({ message: 'Welcome', id: 1 })],
])('one %s does not take the capabilities away; three in a row do', async (_name, wrongPath) => {
  const phone = await phoneWithCapabilities((count) =>
    count === 1 || count === 3 ? having('if_match') : wrongPath
  );
  const engine = await phone.start({ capabilitiesTtlMs: 0 });
  await phone.pass(500);
  const sizes: number[] = [];
  for (let rounds = 0; rounds < 5; rounds += 1) {
    engine.requestRound('button');
    await phone.pass(500);
    sizes.push((await getCapabilities(phone)).size);
  }
  expect(sizes).toEqual([1, 1, 1, 1, 0]);
  await engine.stop();
});

test('the capabilities are read again after a pause, also if a pull caused it', async () => {
  const quiet = emptyService([], () => success({ id: 7 }));
  let isOverloaded = true;
  const phone = await createTestPhone((sent, count) =>
    isOverloaded && sent.path.startsWith('/actions')
      ? respond(503, {}, { 'retry-after': '60' })
      : quiet(sent, count)
  );
  const healthRequests = () => phone.ports.sent.filter(({ path }) => path === '/health').length;
  const engine = await phone.start();
  await phone.pass(5_000);
  expect(healthRequests()).toBe(1);
  isOverloaded = false;
  await phone.pass(minutes(3));
  expect(healthRequests()).toBe(2);
  await engine.stop();
});
