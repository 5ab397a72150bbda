import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { hashToken } from '../../server/auth/tokens';
import { type TestService, type TestSpace, runSql, startTestService } from './harness';

let service: TestService;
let space: TestSpace;

before(async () => {
  service = await startTestService();
  space = await service.createSpace();
});
after(() => service.close());

const read = async (token: string) => (await service.call(token, 'GET', '/v1/space')).body.data;
const change = (token: string, data: object, headers: Record<string, string> = {}) =>
  service.call(token, 'PATCH', '/v1/space', { body: { data }, headers });

describe('the settings of a space', () => {
  it('are read by every member and changed by admins, field by field', async () => {
    const before = await read(space.tokens.volunteer);
    assert.deepEqual(before, {
      name: 'Space 1',
      second_factor_required: false,
      newcomer_codes: false,
      audit_days: 730,
      mail_days: 30,
      response_days: 90,
      visibility: 'everyone',
      search_everyone: 'leaders',
      map_tiles: null,
    });
    for (const name of ['volunteer', 'leader', 'manager'] as const)
      assert.equal((await change(space.tokens[name], { name: 'Mine' })).status, 403, name);
    assert.deepEqual(await read(space.tokens.manager), before);

    const changed = await change(space.tokens.admin, { name: '  Riverside  ', mail_days: 7 });
    assert.deepEqual(changed.body.data, { ...before, name: 'Riverside', mail_days: 7 });
    assert.deepEqual(await read(space.tokens.volunteer), changed.body.data);
    const me = await service.call(space.tokens.volunteer, 'GET', '/me');
    assert.equal(me.body.data.spaces[0].name, 'Riverside');
  });

  it('have limits, and a refused request changes nothing', async () => {
    const before = await read(space.tokens.admin);
    for (const data of [
      { name: ' ' },
      { audit_days: 89 },
      { audit_days: 3651 },
      { mail_days: 0 },
      { response_days: 29 },
      { visibility: 'nobody' },
      { name: 'Half', response_days: 1.5 },
      { map_tiles: { url: 'http://tiles.example.org/{z}/{x}/{y}.png', attribution: 'Town' } },
      { map_tiles: { url: 'https://tiles.example.org/{z}/{x}.png', attribution: 'Town' } },
      { map_tiles: { url: 'https://tiles.example.org/{z}/{x}/{y}.png', attribution: ' ' } },
    ])
      assert.equal((await change(space.tokens.admin, data)).status, 422, JSON.stringify(data));
    assert.deepEqual(await read(space.tokens.admin), before);
  });

  it('have a tile server, which is removed with null', async () => {
    const tiles = { url: 'https://tiles.example.org/{z}/{x}/{y}.png', attribution: '© Town' };
    assert.equal((await change(space.tokens.manager, { map_tiles: tiles })).status, 403);
    assert.deepEqual((await change(space.tokens.admin, { map_tiles: tiles })).body.data.map_tiles, tiles);
    assert.deepEqual((await read(space.tokens.volunteer)).map_tiles, tiles);
    await change(space.tokens.admin, { mail_days: 20 });
    assert.deepEqual((await read(space.tokens.volunteer)).map_tiles, tiles);
    assert.equal((await change(space.tokens.admin, { map_tiles: null })).body.data.map_tiles, null);
  });

  it('do not overwrite what another admin changed in between', async () => {
    const { headers } = await service.call(space.tokens.admin, 'GET', '/v1/space');
    const guard = { 'if-match': headers.etag ?? '' };
    assert.equal((await change(space.tokens.superadmin, { mail_days: 14 }, guard)).status, 200);
    assert.equal((await change(space.tokens.admin, { mail_days: 21 }, guard)).status, 412);
    assert.equal((await read(space.tokens.admin)).mail_days, 14);
  });

  it('are in the audit log with the names of the fields', async () => {
    await change(space.tokens.admin, { audit_days: 365, mail_days: 60 });
    const { body } = await service.call(space.tokens.admin, 'GET', '/v1/audit?kind=settings&limit=1');
    const [entry] = body.data.entries;
    assert.deepEqual([entry.record_kind, entry.fields], ['space', ['audit_days', 'mail_days']]);
    assert.equal(entry.actor.id, space.userIds.admin);
  });

  it('are decided by the database: another role, a limited token and another space change nothing', async () => {
    const other = await service.createSpace();
    const scripted = await service.call(space.tokens.admin, 'POST', '/v1/tokens', {
      body: { data: { name: 'script', rights: ['people'], days: 1 } },
    });
    const { token } = scripted.body.data;
    assert.equal((await change(token, { name: 'Mine' })).status, 403);
    const enter = async (secret: string, person: 'manager' | 'admin', text: string) => {
      const role = person === 'manager' ? space.roles.manager : space.roles.admin;
      const hash = `\\x${hashToken(secret).toString('hex')}`;
      const values = `'${hash}', ${space.userIds[person]}, ${space.groupId}, ${role}, false`;
      const { rowCount } = await runSql(
        service.connectionString,
        `BEGIN; SET LOCAL ROLE doorstep_app; SELECT doorstep_enter(${values}); ${text}`
      );
      return rowCount;
    };
    const update = `UPDATE spaces SET name = 'Mine'`;
    await assert.rejects(enter(space.tokens.manager, 'manager', update), /only for admins/);
    assert.equal(await enter(token, 'admin', update), 0);
    assert.equal(await enter(space.tokens.admin, 'admin', update), 1);
    assert.notEqual((await read(other.tokens.admin)).name, 'Mine');
    await assert.rejects(
      enter(space.tokens.admin, 'admin', `UPDATE spaces SET demo = 'Mine'`),
      /permission denied/
    );
  });
});
