import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';

import { removeExpired } from '../../server/auth/cleanup';
import { readFeed } from './feedReader';
import { type TestService, type TestSpace, runSql, startTestService } from './harness';

describe('the feed prunes which records were deleted long ago', () => {
  let service: TestService;
  let space: TestSpace;

  before(async () => (service = await startTestService()));
  beforeEach(() => run('DELETE FROM change_days'));
  after(() => service.close());

  const run = (statement: string, values: unknown[] = []) =>
    runSql(service.connectionString, statement, values);
  const deleteContact = (id: number | undefined) => run('DELETE FROM contacts WHERE id = $1', [id]);
  const rename = (id: number | undefined) => run(`UPDATE contacts SET firstname = 'X' WHERE id = $1`, [id]);
  const read = (from?: string) => readFeed(service, space.tokens.manager, from);

  /** Cleans up now, and again after so many days. */
  async function letPass(days: number): Promise<void> {
    await removeExpired(service.database);
    await run('UPDATE change_days SET day = day - $1::integer', [days]);
    await removeExpired(service.database);
  }

  async function countDeleted(): Promise<number> {
    const { rows } = await service.database.asOwner(({ $client: client }) =>
      client.query('SELECT FROM change_log WHERE deleted AND group_id = $1', [space.groupId])
    );
    return rows.length;
  }

  it('after ninety days, and a phone that had not read them starts this bucket over', async () => {
    space = await service.createSpace({ contacts: 5 });
    const [gone, other, last] = space.contactIds;
    const { cursor: early } = await read();
    await deleteContact(gone);
    const { cursor: late, changes } = await read(early);
    assert.ok(changes.some(({ kind, id, deleted }) => kind === 'contact' && id === gone && deleted));
    await rename(other);
    assert.ok((await countDeleted()) > 0);

    await letPass(89);
    assert.ok((await countDeleted()) > 0, 'a phone may still come');
    assert.deepEqual((await read(early)).restarted, []);
    await letPass(1);
    assert.equal(await countDeleted(), 0);

    const behind = await read(early);
    assert.deepEqual(behind.restarted, ['contacts']);
    const contacts = behind.changes.filter(({ bucket }) => bucket === 'contacts').map(({ id }) => id);
    assert.deepEqual(new Set(contacts), new Set(space.contactIds.filter((id) => id !== gone)));

    const upToDate = await read(late);
    assert.deepEqual(upToDate.restarted, [], 'it has read the deletion');
    assert.deepEqual(new Set(upToDate.changes.map(({ id }) => id)), new Set([other]));
    await rename(last);
    const next = await read(upToDate.cursor);
    assert.deepEqual(next.restarted, []);
    assert.deepEqual(new Set(next.changes.map(({ id }) => id)), new Set([last]));
  });

  it('and a download that begins later, in pages before the deletion, comes to its end', async () => {
    space = await service.createSpace({ contacts: 12 });
    const [gone, other] = space.contactIds;
    const { cursor: early } = await read();
    await deleteContact(gone);
    await rename(other);
    await letPass(90);

    const inPages = (from?: string) => readFeed(service, space.tokens.manager, from, { limit: 2, most: 100 });
    const contactsOf = ({ changes }: Awaited<ReturnType<typeof inPages>>) =>
      new Set(changes.filter(({ bucket }) => bucket === 'contacts').map(({ id }) => id));
    const left = new Set(space.contactIds.filter((id) => id !== gone));
    assert.deepEqual(contactsOf(await inPages()), left);
    const behind = await inPages(early);
    assert.deepEqual(contactsOf(behind), left);
    assert.deepEqual(behind.restarted, ['contacts'], 'once');
  });

  it('and a download that began before the deletion starts over', async () => {
    space = await service.createSpace({ contacts: 12 });
    const [gone, other] = space.contactIds;
    const { changes } = await read();
    const limit = changes.findIndex(({ kind, id }) => kind === 'contact' && id === gone) + 1;
    const { body } = await service.call(space.tokens.manager, 'GET', `/v1/changes?limit=${limit}`);
    assert.deepEqual([body.data.changes.at(-1).id, body.data.more], [gone, true]);
    await deleteContact(gone);
    await rename(other);
    await letPass(90);
    assert.deepEqual((await read(body.data.cursor)).restarted, ['contacts']);
  });

  it('all of them in one hour, however many they are', async () => {
    space = await service.createSpace({ contacts: 1 });
    await run(
      `INSERT INTO change_log (group_id, kind, id, bucket, number, deleted)
       SELECT $1, 'contact', 1000000 + n, 'contacts', 2, true FROM generate_series(1, 10500) AS n`,
      [space.groupId]
    );
    await letPass(90);
    assert.equal(await countDeleted(), 0);
  });

  it('but not the last change of all, which a promoted standby takes over', async () => {
    space = await service.createSpace({ contacts: 2 });
    const { cursor } = await read();
    await deleteContact(space.contactIds[0]);
    await letPass(100);
    assert.ok((await countDeleted()) > 0);
    assert.deepEqual((await read(cursor)).restarted, []);
  });
});
