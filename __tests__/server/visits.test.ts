import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';

import { sql } from 'drizzle-orm';

import { hashToken } from '../../server/auth/tokens';
import { type TestService, type TestSpace, startTestService } from './harness';
import { createAction, visitOf } from './visitSamples';

describe('visits', () => {
  let service: TestService;
  let space: TestSpace;
  let actionId: number;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace();
    actionId = await createAction(service, space);
  });
  after(() => service.close());

  const post = (body: unknown, { person = 'volunteer' as const, key = randomUUID() as string } = {}) =>
    service.call(space.tokens[person], 'POST', '/v1/visits', { body, headers: { 'idempotency-key': key } });

  async function countsOf(id: number): Promise<[visits: number, contacts: number]> {
    const { body } = await service.call(space.tokens.volunteer, 'GET', '/actions');
    const found = body.data.ActionsAggreg.find(({ Action }: { Action: { id: number } }) => Action.id === id);
    return [found.NbVisites, found.NbContacts];
  }

  it('are stored with the person of the token, and counted in the action', async () => {
    const [before] = await countsOf(actionId);
    const sent = visitOf(actionId, { note: 'Ring twice', contact_id: space.contactIds[0] });
    const { status, body } = await post(sent);
    assert.equal(status, 200);
    const { id: _id, created_at: _createdAt, ...stored } = body.data;
    assert.deepEqual(stored, { ...sent.data, user_id: space.userIds.volunteer, declared: false });
    assert.deepEqual(await countsOf(actionId), [before + 1, 1]);
  });

  it('are one visit under one uuid, also under another key', async () => {
    const sent = visitOf(actionId);
    const [before] = await countsOf(actionId);
    const first = await post(sent);
    const second = await post(sent);
    assert.equal(second.status, 200);
    assert.deepEqual(second.body, first.body);
    assert.deepEqual((await countsOf(actionId))[0], before + 1);
    const other = await post({ data: { ...sent.data, outcome: 'talked' } });
    assert.equal(other.status, 422);
    assert.match(other.body.type, /key_reused/);
  });

  it('do not count after their maker took them back; nobody else can', async () => {
    const sent = visitOf(actionId);
    const [before] = await countsOf(actionId);
    await post(sent);
    const undo = { outcome: 'undone', undoes: sent.data.uuid };
    await service.call(space.tokens.leader, 'POST', '/v1/visits', { body: visitOf(actionId, undo) });
    assert.equal((await countsOf(actionId))[0], before + 1);
    assert.equal((await post(visitOf(actionId, undo))).status, 200);
    assert.equal((await countsOf(actionId))[0], before);
  });

  it('are kept for an action that has ended and a door that is on no list', async () => {
    const ended = await createAction(service, space, '2020-01-01T00:00:00Z');
    const { status } = await post(visitOf(ended, { address: { street: 'Nowhere', house_number: '1' } }));
    assert.equal(status, 200);
    assert.equal((await countsOf(ended))[0], 1);
  });

  it('are in the feed of every person of the space', async () => {
    const sent = visitOf(actionId, { outcome: 'come_back', come_back_at: '2026-03-01T18:00:00.000Z' });
    const made = await post(sent);
    await service.untilShown();
    const { body } = await service.call(space.tokens.newcomer, 'GET', '/v1/changes?limit=1000');
    const found = body.data.changes.find(
      ({ kind, id }: { kind: string; id: number }) => kind === 'visit' && id === made.body.data.id
    );
    assert.deepEqual(found.record, made.body.data);
  });

  it('are refused with a sentence when something is missing or does not exist', async () => {
    const { address: _address, ...nowhere } = visitOf(actionId).data;
    const refused: [unknown, RegExp][] = [
      [{ data: nowhere }, /needs an address or a contact_id/],
      [visitOf(actionId, { outcome: 'undone' }), /names the visit that it takes back/],
      [visitOf(actionId, { outcome: 'slept' }), /outcome/],
      [visitOf(999_999_999), /action_id.*does not exist in this space/],
      [visitOf(actionId, { contact_id: 999_999_999 }), /contact_id.*does not exist in this space/],
    ];
    for (const [body, sentence] of refused) {
      const { status, text } = await post(body);
      assert.ok(status === 400 || status === 422, String(status));
      assert.match(text, sentence);
    }
  });

  it('cannot be recorded in the name of another person, by the database', async () => {
    const caller = await service.database.findCaller(hashToken(space.tokens.volunteer).toString('hex'));
    assert.ok(caller);
    const insert = (userId: number) =>
      service.database.write(caller, (tx) =>
        tx.execute(
          sql`INSERT INTO visits (group_id, action_id, user_id) VALUES (${space.groupId}, ${actionId}, ${userId})`
        )
      );
    await insert(space.userIds.volunteer);
    await assert.rejects(insert(space.userIds.leader));
    await assert.rejects(
      service.database.write(caller, (tx) => tx.execute(sql`UPDATE visits SET note = 'x'`)),
      'no request changes a visit'
    );
  });
});
