import { enqueue } from '@/db/outbox/outbox';
import { userUpdateRow } from '@/features/people/mutations';

import { keyed, minutes } from './outboxPhone';
import { captureId, createTestPhone, emptyService, respond, success } from './support';

const seen = { id: 3, mail: 'old@example.org', city: 'Lyon' };

/** What a service gets of a profile change that waited while the mail became another one. */
async function send(update: { mail: string; city?: string }, extensions: string[]) {
  const quiet = emptyService(extensions, ({ headers }) =>
    respond(200, { status: 'success', data: 'done' }, { 'idempotency-key': headers['idempotency-key'] ?? '' })
  );
  const phone = await createTestPhone((sent, count) =>
    sent.method === 'GET' && sent.path === '/users/3'
      ? success({ User: { ...seen, mail: 'new@example.org' } })
      : quiet(sent, count)
  );
  const row = userUpdateRow({ id: captureId(1), seen, who: 'Ada' }, update);
  await phone.store.write((tx) => enqueue(tx, phone.scope, row, phone.ports.clock.now()));
  await phone.start();
  await phone.pass(minutes(1));
  const writes = phone.ports.sent.filter(({ method, path }) => method === 'PATCH' && path === '/users/3');
  return writes.map(({ body }) => JSON.parse(body ?? '').data as unknown);
}

test.each([[[]], [keyed]])('a mail that was not edited is sent as it is now: %j', async (extensions) => {
  expect(await send({ mail: seen.mail, city: 'Paris' }, extensions)).toEqual([
    { mail: 'new@example.org', city: 'Paris' },
  ]);
});

test.each([[[]], [keyed]])('a mail that was edited is sent: %j', async (extensions) => {
  expect(await send({ mail: 'mine@example.org' }, extensions)).toEqual([{ mail: 'mine@example.org' }]);
});

test('a repeat whose first answer was lost has the same key', async () => {
  let isLost = true;
  const quiet = emptyService(keyed, ({ headers }) => {
    if (isLost) {
      isLost = false;
      return 'lost';
    }
    return respond(
      200,
      { status: 'success', data: 'done' },
      { 'idempotency-key': headers['idempotency-key'] ?? '' }
    );
  });
  const phone = await createTestPhone((sent, count) =>
    sent.method === 'GET' && sent.path === '/users/3'
      ? success({ User: { ...seen, mail: 'new@example.org' } })
      : quiet(sent, count)
  );
  const row = userUpdateRow({ id: captureId(1), seen, who: 'Ada' }, { mail: seen.mail, city: 'Paris' });
  await phone.store.write((tx) => enqueue(tx, phone.scope, row, phone.ports.clock.now()));
  await phone.start();
  await phone.pass(minutes(10));
  const keys = phone.ports.sent
    .filter(({ method }) => method === 'PATCH')
    .map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});
