import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';

import { sql } from 'drizzle-orm';

import { hashToken } from '../../server/auth/tokens';
import { type TestService, type TestSpace, startTestService } from './harness';
import { answersOf, createAction } from './visitSamples';

describe('answers', () => {
  let service: TestService;
  let space: TestSpace;
  let contact: number;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace({ visibility: 'assigned' });
    contact = space.contactIds[0] ?? 0;
  });
  after(() => service.close());

  const post = (body: unknown, token = space.tokens.volunteer) =>
    service.call(token, 'POST', '/v1/answers', { body, headers: { 'idempotency-key': randomUUID() } });
  const stored = async (uuid: string) => {
    const { rows } = await service.database.asOwner((tx) =>
      tx.execute(sql`SELECT id FROM answers WHERE uuid = ${uuid}`)
    );
    return rows.length;
  };
  const inFeed = async (token: string, uuid: string) => {
    await service.untilShown();
    const { body } = await service.call(token, 'GET', '/v1/changes?limit=1000');
    return body.data.changes.some(
      ({ kind, record }: { kind: string; record?: { uuid: string } }) =>
        kind === 'answers' && record?.uuid === uuid
    );
  };

  it('are of the person of the token, with the version and time of a consent', async () => {
    const { consent, support } = space.forms;
    const answers = [
      { form_id: consent.id, data: '1', version: 1 },
      { form_id: support.id, form_ref_id: support.levels[2] },
    ];
    const sent = answersOf(0, { contact_id: contact, answers });
    const { status, body } = await post(sent);
    assert.equal(status, 200, JSON.stringify(body));
    const { id: _id, created_at: _createdAt, ...rest } = body.data;
    assert.deepEqual(rest, { ...sent.data, user_id: space.userIds.volunteer });
    const caller = await service.database.findCaller(hashToken(space.tokens.volunteer).toString('hex'));
    assert.ok(caller);
    await assert.rejects(
      service.database.write(caller, (tx) =>
        tx.execute(sql`INSERT INTO answers (group_id, user_id, uuid, contact_id, answers, answered_at, request_hash)
          VALUES (${space.groupId}, ${space.userIds.leader}, ${randomUUID()}, ${contact}, '[]', now(), '')`)
      ),
      { code: '42501' }
    );
    await assert.rejects(
      service.database.write(caller, (tx) => tx.execute(sql`UPDATE answers SET answers = '[]'`)),
      { code: '42501' }
    );
  });

  it('are stored once, however often they arrive', async () => {
    const sent = answersOf(space.forms.canHelp.id, { contact_id: contact });
    const [first, second] = [await post(sent), await post(sent)];
    assert.equal(second.status, 200);
    assert.deepEqual(second.body, first.body);
    assert.equal(await stored(sent.data.uuid), 1);
    const other = await post({ data: { ...sent.data, answered_at: '2026-03-02T10:00:00.000Z' } });
    assert.equal(other.status, 422);
  });

  it('are refused with the field that is wrong, and archived questions are accepted', async () => {
    const { consent, support, canHelp } = space.forms;
    const of = (answer: object) => answersOf(0, { contact_id: contact, answers: [answer] });
    for (const [body, location] of [
      [of({ form_id: 999_999, data: 'x' }), 'answers/0/form_id'],
      [of({ form_id: canHelp.id, form_ref_id: support.levels[0] }), 'answers/0/form_ref_id'],
      [of({ form_id: consent.id, data: '1' }), 'answers/0/version'],
      [of({ form_id: consent.id, data: '1', version: 9 }), 'answers/0/version'],
      [answersOf(canHelp.id, { contact_id: 999_999 }), 'contact_id'],
      [answersOf(canHelp.id, { contact_id: contact, action_id: 999_999 }), 'action_id'],
    ] as const) {
      const { status, body: problem } = await post(body);
      assert.equal(status, 422, location);
      assert.equal(problem.errors[0].location, `body/data/${location}`);
      assert.equal(await stored(body.data.uuid), 0);
    }
    await service.call(space.tokens.manager, 'PATCH', `/forms/${canHelp.id}`, {
      body: { data: { archived: true } },
    });
    assert.equal((await post(answersOf(canHelp.id, { contact_id: contact }))).status, 200);
  });

  it('are seen by those who asked, by the people of the action and by managers', async () => {
    const actionId = await createAction(service, space);
    const sent = answersOf(space.forms.canHelp.id, { contact_id: contact, action_id: actionId });
    await post(sent);
    const { uuid } = sent.data;
    assert.equal(await inFeed(space.tokens.volunteer, uuid), true);
    assert.equal(await inFeed(space.tokens.manager, uuid), true);
    assert.equal(await inFeed(space.tokens.leader, uuid), false);
    const caller = await service.database.findCaller(hashToken(space.tokens.leader).toString('hex'));
    assert.ok(caller);
    const read = () =>
      service.database.read(caller, (tx) => tx.execute(sql`SELECT id FROM answers WHERE uuid = ${uuid}`));
    assert.equal((await read()).rows.length, 0);
    await service.database.asOwner((tx) =>
      tx.execute(sql`INSERT INTO action_users (group_id, action_id, user_id)
        VALUES (${space.groupId}, ${actionId}, ${space.userIds.leader})`)
    );
    assert.equal(await inFeed(space.tokens.leader, uuid), true);
    assert.equal((await read()).rows.length, 1);
  });

  it('are exported with the contact, and erased with them', async () => {
    const other = space.contactIds[1] ?? 0;
    const sent = answersOf(space.forms.canHelp.id, { contact_id: other });
    await post(sent);
    const path = `/v1/contacts/${other}/data`;
    const { body, text } = await service.call(space.tokens.admin, 'GET', path);
    assert.ok(body && text.includes(sent.data.uuid));
    assert.equal((await service.call(space.tokens.admin, 'DELETE', path)).status, 200);
    assert.equal(await stored(sent.data.uuid), 0);
  });

  describe('of a new supporter', () => {
    const pay = async (token = space.tokens.volunteer) => {
      const transaction = {
        amount: 2000,
        currency: 'eur',
        payment_method_kind: 'cash',
        date: '2026-03-01T10:00:00Z',
      };
      const { status, body } = await service.call(token, 'POST', '/v1/transaction_bundles', {
        body: { data: { transactions: [{ ...transaction, comment: 'New supporter\nName: Ida' }] } },
      });
      assert.equal(status, 200, JSON.stringify(body));
      return { id: body.data.id, transactionId: body.data.transactions[0].id };
    };
    const contactOf = async (uuid: string) => {
      const { rows } = await service.database.asOwner((tx) =>
        tx.execute<{ contact: string | null }>(
          sql`SELECT contact_id AS contact FROM answers WHERE uuid = ${uuid}`
        )
      );
      return rows[0]?.contact === null ? null : Number(rows[0]?.contact);
    };
    const link = async (bundle: Awaited<ReturnType<typeof pay>>, contactId: number) => {
      const { status } = await service.call(
        space.tokens.manager,
        'PATCH',
        `/v1/transaction_bundles/${bundle.id}`,
        {
          body: {
            data: { id: bundle.id, transactions: [{ id: bundle.transactionId, contact_id: contactId }] },
          },
        }
      );
      assert.equal(status, 200);
    };

    it('belong to their gift, and to the contact whom the office links it to', async () => {
      const bundle = await pay();
      const sent = answersOf(space.forms.support.id, { bundle_id: bundle.id });
      const { status, body } = await post(sent);
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(body.data.bundle_id, bundle.id);
      assert.equal(body.data.contact_id, undefined);
      assert.equal(await inFeed(space.tokens.volunteer, sent.data.uuid), true);
      await link(bundle, contact);
      assert.equal(await contactOf(sent.data.uuid), contact);
      const late = answersOf(space.forms.support.id, { bundle_id: bundle.id });
      assert.equal((await post(late)).body.data.contact_id, contact);
    });

    it('are erased with that contact', async () => {
      const person = space.contactIds[2] ?? 0;
      const bundle = await pay();
      const sent = answersOf(space.forms.support.id, { bundle_id: bundle.id });
      await post(sent);
      await link(bundle, person);
      const path = `/v1/contacts/${person}/data`;
      assert.equal((await service.call(space.tokens.admin, 'DELETE', path)).status, 200);
      assert.equal(await stored(sent.data.uuid), 0);
    });

    it('are refused for a gift that the caller does not see, and without a person', async () => {
      const bundle = await pay(space.tokens.manager);
      const unseen = answersOf(space.forms.support.id, { bundle_id: bundle.id });
      const { status, body } = await post(unseen);
      assert.equal(status, 422);
      assert.equal(body.errors[0].location, 'body/data/bundle_id');
      assert.equal((await post(answersOf(space.forms.support.id))).status, 422);
      const both = { bundle_id: bundle.id, contact_id: contact };
      assert.equal((await post(answersOf(space.forms.support.id, both))).status, 422);
      const caller = await service.database.findCaller(hashToken(space.tokens.volunteer).toString('hex'));
      assert.ok(caller);
      await assert.rejects(
        service.database.write(caller, (tx) =>
          tx.execute(sql`INSERT INTO answers (group_id, user_id, uuid, bundle_id, answers, answered_at, request_hash)
            VALUES (${space.groupId}, ${space.userIds.volunteer}, ${randomUUID()}, ${bundle.id}, '[]', now(), '')`)
        ),
        { code: '42501' }
      );
    });
  });
});
