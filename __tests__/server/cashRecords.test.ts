import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';

import { type OfferFacts, makeAnswer, makeOffer } from '@/domain/cash/handOverCode';
import { encodeBytes } from '@/domain/signedText';

import { hashToken } from '../../server/auth/tokens';
import { countOf, handOverOf, replyOf, takeBackOf } from './cashSamples';
import { nodeSigner } from '../support/receipts';
import { type TestService, type TestSpace, startTestService } from './harness';

type Person = keyof TestSpace['tokens'];

describe('cash records', () => {
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace();
  });
  after(() => service.close());

  const post = (person: Person, body: unknown) =>
    service.call(space.tokens[person], 'POST', '/v1/cash_records', {
      body,
      headers: { 'idempotency-key': randomUUID() },
    });

  /** The keys of the cash records that a person gets from the feed, from its start or after a cursor. */
  async function readFeed(person: Person, cursor?: string): Promise<{ keys: Set<string>; cursor: string }> {
    const query = new URLSearchParams({ limit: '1000', ...(cursor === undefined ? {} : { cursor }) });
    const { body } = await service.call(space.tokens[person], 'GET', `/v1/changes?${query.toString()}`);
    assert.equal(body.data.more, false);
    const changes: { kind: string; record?: { key: string } }[] = body.data.changes;
    const keys = changes.flatMap(({ kind, record }) => (kind === 'cash_record' && record ? record.key : []));
    return { keys: new Set(keys), cursor: body.data.cursor };
  }

  const keysSeenBy = async (person: Person) => (await readFeed(person)).keys;

  it('are stored with the person of the token', async () => {
    const sent = countOf();
    const { status, body } = await post('volunteer', sent);
    assert.equal(status, 200);
    const { id: _id, received_at: _receivedAt, ...stored } = body.data.cash_record;
    const content = sent.data.cash_record;
    assert.deepEqual(stored, { key: content.key, kind: 'count', user_id: space.userIds.volunteer, content });
  });

  it('are one record under one key, also under another Idempotency-Key', async () => {
    const sent = countOf();
    const first = await post('volunteer', sent);
    const second = await post('volunteer', sent);
    assert.deepEqual([second.status, second.body], [200, first.body]);
    const other = await post('volunteer', countOf({ ...sent.data.cash_record, unsent: 3 }));
    assert.equal(other.status, 422);
    assert.match(other.body.type, /key_reused/);
  });

  it('are seen by their maker, by leaders of the maker’s teams and by managers', async () => {
    const { key } = countOf().data.cash_record;
    await post('volunteer', countOf({ key }));
    for (const person of ['volunteer', 'leader', 'manager', 'admin'] as const)
      assert.equal((await keysSeenBy(person)).has(key), true, person);
    const own = countOf();
    await post('manager', own);
    assert.equal((await keysSeenBy('leader')).has(own.data.cash_record.key), false);
    assert.equal((await keysSeenBy('volunteer')).has(own.data.cash_record.key), false);
  });

  it('show that a hand-over is taken back to its receiver, and to nobody who has no part in it', async () => {
    const given = handOverOf(space.userIds.volunteer);
    await post('manager', given);
    const back = takeBackOf(given.data.cash_record.key, space.userIds.volunteer);
    assert.equal((await post('manager', back)).status, 200);
    assert.equal((await keysSeenBy('volunteer')).has(back.data.cash_record.key), true);
    assert.equal((await keysSeenBy('newcomer')).has(back.data.cash_record.key), false);
  });

  it('show a hand-over to its receiver, and the reply to its giver, in any order', async () => {
    const key = randomUUID() as string;
    const reply = replyOf(key);
    await post('manager', reply);
    const before = await readFeed('leader');
    assert.equal(before.keys.has(reply.data.cash_record.key), false);
    await post('leader', handOverOf(space.userIds.manager, key));
    const { keys } = await readFeed('leader', before.cursor);
    assert.equal(keys.has(reply.data.cash_record.key), true);
    assert.equal((await keysSeenBy('volunteer')).has(key), false);
    const own = handOverOf(space.userIds.manager);
    const ownReply = replyOf(own.data.cash_record.key);
    for (const [person, sent] of [
      ['manager', ownReply],
      ['volunteer', own],
    ] as const)
      await post(person, sent);
    assert.equal((await keysSeenBy('leader')).has(ownReply.data.cash_record.key), true, 'of the giver');
    const toVolunteer = handOverOf(space.userIds.volunteer);
    await post('manager', toVolunteer);
    assert.equal((await keysSeenBy('volunteer')).has(toVolunteer.data.cash_record.key), true);
  });

  it('cannot be changed or deleted, or written for somebody else, with the rights of a request', async () => {
    const tokenHash = hashToken(space.tokens.volunteer);
    const [membership] = (
      await service.database.asOwner(({ $client: client }) =>
        client.query<{ role_id: string }>(
          'SELECT role_id FROM space_users WHERE group_id = $1 AND user_id = $2',
          [space.groupId, space.userIds.volunteer]
        )
      )
    ).rows;
    const caller = {
      tokenHash: tokenHash.toString('hex'),
      userId: space.userIds.volunteer,
      groupId: space.groupId,
      roleId: Number(membership?.role_id),
      expiresAt: Infinity,
      namesSpace: false,
    };
    const statements = [
      `UPDATE cash_records SET content = '{}'`,
      'DELETE FROM cash_records',
      `INSERT INTO cash_records (group_id, user_id, key, kind, content, request_hash)
       VALUES (${space.groupId}, ${space.userIds.manager}, 'k', 'count', '{}', '')`,
    ];
    for (const statement of statements)
      await assert.rejects(
        service.database.write(caller as never, ({ $client: client }) => client.query(statement)),
        /permission denied|row-level security/
      );
  });

  describe('with the code of the other side', () => {
    const signer = nodeSigner();
    const key = randomUUID() as string;
    const offerOf = (more: Partial<OfferFacts> = {}, by = signer) =>
      makeOffer(
        {
          space: space.groupId,
          giver: space.userIds.volunteer,
          key,
          time: 1_772_388_000,
          to: space.userIds.leader,
          cheques: 0,
          cash: [{ currency: 'EUR', amount: 2_000 }],
          shift: 'shift',
          counts: ['count'],
          ...more,
        },
        by
      );
    const replyWith = (offer: string) => {
      const { cash_record: content } = replyOf(key).data;
      return { data: { cash_record: { ...content, offer } } };
    };
    const seenWith = (answer: string, by = space.userIds.leader) => ({
      data: {
        cash_record: {
          kind: 'reply_seen',
          key: randomUUID() as string,
          made_at: '2026-03-01T18:00:00.000Z',
          hand_over: key,
          by,
          is_disputed: false,
          answer,
        },
      },
    });

    it('say whether the service knows the key of that person', async () => {
      const before = await post('leader', replyWith(offerOf()));
      assert.equal(before.body.data.cash_record.signature, 'unknown_key');
      const book = { key: randomUUID(), public_key: encodeBytes(signer.publicKey) };
      await service.call(space.tokens.volunteer, 'POST', '/v1/receipt_books', {
        body: { data: { receipt_book: book } },
      });
      const after = await post('leader', replyWith(offerOf()));
      assert.equal(after.body.data.cash_record.signature, 'valid');
      // The same key does not sign for somebody else.
      const other = await post('leader', replyWith(offerOf({ giver: space.userIds.manager })));
      assert.equal(other.body.data.cash_record.signature, 'unknown_key');
      assert.equal('signature' in (await post('leader', replyOf(key))).body.data.cash_record, false);
    });

    it('are refused if the code was altered or belongs to something else', async () => {
      const wrong = [
        offerOf().replace('eur-2000', 'eur-9000'),
        offerOf({ key: 'another' }),
        offerOf({ space: space.groupId + 1 }),
        offerOf({ giver: space.userIds.leader }),
        'o1.not.a.code',
      ];
      for (const offer of wrong) {
        const { status, body } = await post('leader', replyWith(offer));
        assert.equal(status, 422, offer);
        assert.match(JSON.stringify(body.errors), /offer/);
      }
    });

    it('of a giver who read the answer name the person who signed it', async () => {
      const facts = { space: space.groupId, receiver: space.userIds.leader, key, time: 1, reply: 'r' };
      const answer = makeAnswer({ ...facts, isDisputed: false, counted: [], cheques: 0 }, nodeSigner());
      const { body } = await post('volunteer', seenWith(answer));
      assert.equal(body.data.cash_record.signature, 'unknown_key');
      assert.equal((await post('volunteer', seenWith(answer, space.userIds.manager))).status, 422);
    });
  });

  it('refuse what is not a cash record, with the place of the mistake', async () => {
    const wrong = countOf({ counted: [{ currency: 'EUR', amount: -5 }] });
    const { status, body } = await post('volunteer', wrong);
    assert.equal(status, 422);
    assert.match(JSON.stringify(body.errors), /counted/);
  });
});
