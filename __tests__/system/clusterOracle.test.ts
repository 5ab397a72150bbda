import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { Book } from '../cluster/book';
import { openOffice } from '../cluster/office';
import { judgeFeed, judgeRestored, judgeStored } from '../cluster/oracle';
import { openPhone, type Phone } from '../cluster/phones';
import { runSql, startTestService, type TestService, type TestSpace } from '../server/harness';
import { createRandom } from '../sim/random';

/** The oracle of the cluster test notices each loss that is made here by hand. */
let service: TestService;
let space: TestSpace;
let phone: Phone;
const book = new Book();

const run = (text: string, values: unknown[] = []) => runSql(service.connectionString, text, values);
const cluster = {
  query: async <Row extends object>(text: string, values?: unknown[]) =>
    (await runSql<Row>(service.connectionString, text, values)).rows,
};

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) {
    phone.sendNow();
    await sleep(200);
  }
}

before(async () => {
  service = await startTestService();
  space = await service.createSpace({ contacts: 5 });
  const url = await service.listen();
  phone = await openPhone({ url, space, person: 'newcomer', random: createRandom(1, 'phone'), book });
  const office = openOffice(url, space, createRandom(1, 'office'), book);
  const working = [phone.work(), office.work()];
  await until(async () => book.acked.size > 10 && book.surnames.size > 1);
  phone.rest();
  office.rest();
  await Promise.all(working);
  await until(async () => (await phone.countWaiting()) === 0);
});
after(async () => {
  await phone.close();
  await service.close();
});

test('finds nothing where nothing is wrong', async () => {
  await until(async () => (await judgeFeed(cluster, space, phone)).length === 0);
  assert.deepEqual(await judgeStored(cluster, space, book), { lost: [], doubled: [] });
  assert.equal(book.restartedFeeds, 0);
});

test('finds a gift and a change of a contact that the database has lost', async () => {
  const [key = ''] = book.acked;
  const [[id, surname] = [0, '']] = book.surnames;
  await run("UPDATE transactions SET delivery_token = 'other' WHERE delivery_token = $1", [key]);
  await run("UPDATE contacts SET surname = 'Before' WHERE id = $1", [id]);
  assert.deepEqual((await judgeStored(cluster, space, book)).lost, [key, `contact ${id}: "${surname}"`]);
  await run("UPDATE transactions SET delivery_token = $1 WHERE delivery_token = 'other'", [key]);
  await run('UPDATE contacts SET surname = $2 WHERE id = $1', [id, surname]);
});

test('finds a gift that arrived twice under another key', async () => {
  const [first, second] = (await run('SELECT id, amount FROM transactions ORDER BY id LIMIT 2')).rows;
  await run('UPDATE transactions SET amount = $2 WHERE id = $1', [second?.id, first?.amount]);
  assert.deepEqual((await judgeStored(cluster, space, book)).doubled, [first?.amount]);
});

test('finds a change that the feed has skipped', async () => {
  const [id] = space.contactIds;
  await until(async () => (await judgeFeed(cluster, space, phone)).length === 0);
  await run(
    `BEGIN; SET LOCAL session_replication_role = replica; UPDATE contacts SET surname = 'Silent' WHERE id = ${id}; COMMIT`
  );
  phone.sendNow();
  await sleep(2_000);
  assert.equal((await judgeFeed(cluster, space, phone)).length, 1);
});

test('counts a feed that starts again', async () => {
  await run('UPDATE space_users SET role_id = $1 WHERE user_id = $2', [
    space.roles.manager,
    space.userIds.newcomer,
  ]);
  await until(() => Promise.resolve(book.restartedFeeds > 0));
});

test('finds what a restored database lacks, and what it should not have yet', () => {
  const acked = new Set(['first', 'second']);
  assert.deepEqual(judgeRestored(new Set(['first', 'second', 'on its way']), acked, ['later']), {
    missing: [],
    later: [],
  });
  assert.deepEqual(judgeRestored(new Set(['first', 'later']), acked, ['later']), {
    missing: ['second'],
    later: ['later'],
  });
});
