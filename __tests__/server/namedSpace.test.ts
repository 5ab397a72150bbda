import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { type TestService, type TestSpace, bundleOf, startTestService } from './harness';

describe('a request that names its space', () => {
  let service: TestService;
  let one: TestSpace;
  let two: TestSpace;
  let stranger: TestSpace;

  /** The volunteer of the first space is also a manager of the second one. */
  const join = (space: TestSpace) =>
    service.database.asOwner(({ $client: client }) =>
      client.query('INSERT INTO space_users (group_id, user_id, role_id) VALUES ($1, $2, $3)', [
        space.groupId,
        one.userIds.volunteer,
        space.roles.manager,
      ])
    );
  const leave = (space: TestSpace) =>
    service.database.asOwner(({ $client: client }) =>
      client.query('DELETE FROM space_users WHERE group_id = $1 AND user_id = $2', [
        space.groupId,
        one.userIds.volunteer,
      ])
    );
  const sendRequest = (token: string, space: TestSpace | string) =>
    service.call(token, 'GET', `/users/${one.userIds.volunteer}`, {
      headers: { 'doorstep-space': typeof space === 'string' ? space : String(space.groupId) },
    });

  before(async () => {
    service = await startTestService();
    one = await service.createSpace();
    two = await service.createSpace();
    stranger = await service.createSpace();
    await join(two);
  });
  after(() => service.close());

  it('is served in that space, with the role in it, whichever space is selected', async () => {
    const { volunteer } = one.tokens;
    const inOne = (await sendRequest(volunteer, one)).body.data.User;
    const inTwo = (await sendRequest(volunteer, two)).body.data.User;
    assert.deepEqual([inOne.group_id, inOne.role_data.type], [one.groupId, 'user']);
    assert.deepEqual([inTwo.group_id, inTwo.role_data.type], [two.groupId, 'manager']);
    const unnamed = await service.call(volunteer, 'GET', `/users/${one.userIds.volunteer}`);
    assert.equal(unnamed.body.data.User.group_id, one.groupId);
  });

  it('is refused if the token is not valid for the space: not a member, pinned elsewhere, left since', async () => {
    const { volunteer } = one.tokens;
    const foreign = await sendRequest(volunteer, stranger);
    assert.deepEqual([foreign.status, foreign.body.code], [401, 'unauthenticated']);
    assert.equal(foreign.body.detail, `The token is not valid for space ${stranger.groupId}.`);

    const pinned = await service.createTokenFor(one.userIds.volunteer, one.groupId);
    assert.deepEqual(
      [(await sendRequest(pinned, one)).status, (await sendRequest(pinned, two)).status],
      [200, 401]
    );

    await leave(two);
    assert.deepEqual(
      [(await sendRequest(volunteer, two)).status, (await sendRequest(volunteer, one)).status],
      [401, 200]
    );
    await join(two);
    assert.equal((await sendRequest(volunteer, two)).status, 200);
  });

  it('writes only into that space', async () => {
    const { volunteer } = one.tokens;
    const { status } = await service.call(volunteer, 'POST', '/v1/transaction_bundles', {
      body: bundleOf(two, { delivery_token: 'named' }),
      headers: { 'doorstep-space': String(two.groupId), 'idempotency-key': 'named' },
    });
    assert.equal(status, 200);
    const count = async (space: TestSpace) =>
      (await service.call(space.tokens.admin, 'GET', '/v1/transaction_bundles')).body.data.length;
    assert.deepEqual([await count(one), await count(two)], [0, 1]);
  });

  it('is refused if the header is not a space id', async () => {
    for (const name of ['0', 'x', '-1', '1.5', '1, 2', '']) {
      const { status, body } = await sendRequest(one.tokens.volunteer, name);
      assert.deepEqual([status, body.errors?.[0].location], [422, 'headers/doorstep-space'], name);
    }
  });

  it('is allowed from the web app of another origin', async () => {
    const response = await service.app.inject({
      method: 'OPTIONS',
      url: '/api/actions',
      headers: { origin: 'https://app.example.org', 'access-control-request-method': 'GET' },
    });
    assert.match(String(response.headers['access-control-allow-headers']), /\bDoorstep-Space\b/);
  });

  it('is ignored without extensions', async () => {
    const bare = await startTestService({ extensions: false, connectionString: service.connectionString });
    const { status } = await bare.call(one.tokens.volunteer, 'GET', '/actions', {
      headers: { 'doorstep-space': String(stranger.groupId) },
    });
    assert.equal(status, 200);
    await bare.close();
  });
});
