import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { type TestService, type TestSpace, bundleOf, startTestService } from './harness';

type Page = { changes: { kind: string; id: number }[]; cursor: string; more: boolean; position: string };
type Write = { space: TestSpace; name: string; number: number; at: number };

/** Of each writer. */
const TURNS = 15;
const numberOf = (position: string) => Number(position.split('.')[1]);

describe('the feed while many write and read, with two processes', () => {
  let one: TestService;
  let other: TestService;

  before(async () => {
    one = await startTestService();
    other = await startTestService({ connectionString: one.connectionString });
  });
  after(async () => {
    await other.close();
    await one.close();
  });

  it('contains every write whose position it has passed', async () => {
    const spaces = [await one.createSpace(), await one.createSpace()];
    const writes: Write[] = [];
    let writing = 0;

    async function write(service: TestService, space: TestSpace, isTeam: boolean): Promise<void> {
      writing += 1;
      for (let turn = 0; turn < TURNS; turn += 1) {
        const { status, body, headers } = isTeam
          ? await service.call(space.tokens.manager, 'POST', '/teams', {
              body: { data: { team: { name: `Team ${turn}`, leaders: [], users: [] } } },
            })
          : await service.call(space.tokens.manager, 'POST', '/v1/transaction_bundles', {
              body: bundleOf(space),
            });
        assert.equal(status, 200, JSON.stringify(body));
        const name = isTeam ? `team ${body.data.team.id}` : `transaction_bundle ${body.data.id}`;
        const number = numberOf(String(headers['doorstep-position']));
        writes.push({ space, name, number, at: performance.now() });
        await new Promise((done) => setTimeout(done, (turn % 7) * 10));
      }
      writing -= 1;
    }

    async function read(services: TestService[], space: TestSpace, token: string): Promise<number> {
      const seen = new Set<string>();
      let cursor = '';
      let ends = 0;
      // Twice more after the last write.
      for (let turn = 0, left = 2; left > 0; turn += 1) {
        if (writing === 0) left -= 1;
        const service = services[turn % services.length] ?? one;
        const asked = performance.now();
        const { status, body } = await service.call(token, 'GET', `/v1/changes?limit=50${cursor}`);
        assert.equal(status, 200, JSON.stringify(body));
        const page = body.data as Page;
        for (const { kind, id } of page.changes) seen.add(`${kind} ${id}`);
        cursor = `&cursor=${page.cursor}`;
        if (page.more) continue;
        ends += 1;
        const passed = numberOf(page.position);
        for (const each of writes) {
          if (each.space !== space || each.number >= passed) continue;
          assert.ok(
            seen.has(each.name),
            `${each.name}, acknowledged ${asked - each.at} ms before the poll, is missing`
          );
        }
        await new Promise((done) => setTimeout(done, (turn % 5) * 4));
      }
      return ends;
    }

    const writers = spaces.flatMap((space) => [
      write(one, space, true),
      write(other, space, true),
      write(one, space, false),
      write(other, space, false),
    ]);
    const readers = spaces.flatMap((space) => [
      read([one], space, space.tokens.manager),
      read([one], space, space.tokens.admin),
      read([other], space, space.tokens.admin),
      read([one, other], space, space.tokens.manager),
    ]);
    const [ends] = await Promise.all([Promise.all(readers), ...writers]);
    assert.equal(writes.length, writers.length * TURNS);
    assert.ok(ends.every((count) => count > 2));
  });
});
