import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { sql } from 'drizzle-orm';

import { hashToken } from '../../server/auth/tokens';
import { type TestService, type TestSpace, startTestService } from './harness';

describe('questions', () => {
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace();
  });
  after(() => service.close());

  const send = (method: 'POST' | 'PATCH', path: string, data: object, headers: Record<string, string> = {}) =>
    service.call(space.tokens.manager, method, path, { body: { data }, headers });
  const add = async (data: object) => {
    const { status, body } = await send('POST', '/forms', data);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const changed = async (id: number, data: object) => (await send('PATCH', `/forms/${id}`, data)).body.data;

  it('of every type are added, changed and archived, and reach phones by the feed', async () => {
    const text = await add({ label: 'Anything else?', type: 'text' });
    assert.deepEqual([text.type, text.archived, text.refvalues], ['text', false, []]);
    for (const type of ['number', 'date']) assert.equal((await add({ label: 'How many?', type })).type, type);
    const after = await changed(text.id, { label: 'What else?', archived: true });
    assert.deepEqual([after.label, after.archived], ['What else?', true]);
    await service.untilShown();
    const { body } = await service.call(space.tokens.volunteer, 'GET', '/v1/changes?limit=1000');
    const entry = body.data.changes.find(
      (each: { kind: string; id: number }) => each.kind === 'form' && each.id === text.id
    );
    assert.deepEqual([entry.record.label, entry.record.archived], ['What else?', true]);
  });

  it('keep every choice: a choice is found by its value, renamed, archived and never deleted', async () => {
    const form = await add({
      label: 'How can you help?',
      type: 'several',
      refvalues: [
        { value: 'door', label: 'At doors' },
        { value: 'phone', label: 'By phone' },
      ],
    });
    const after = await changed(form.id, {
      refvalues: [
        { value: 'phone', label: 'Phone calls', archived: true },
        { value: 'food', label: 'With food' },
      ],
    });
    const choices = after.refvalues.map((each: { value: string; label: string; archived: boolean }) => [
      each.value,
      each.label,
      each.archived,
    ]);
    assert.deepEqual(choices, [
      ['door', 'At doors', false],
      ['phone', 'Phone calls', true],
      ['food', 'With food', false],
    ]);
    assert.equal(after.refvalues[1].id, form.refvalues[1].id);
  });

  it('of consent have a new version for a new wording, and keep the earlier ones', async () => {
    const form = await add({ label: 'Newsletter', type: 'consent', wording: 'Write to me.' });
    assert.equal(form.version, 1);
    assert.equal((await changed(form.id, { label: 'The newsletter', wording: 'Write to me.' })).version, 1);
    const after = await changed(form.id, { wording: 'Write to me once a month.' });
    assert.deepEqual([after.version, after.wording], [2, 'Write to me once a month.']);
    assert.deepEqual(
      after.wordings.map((each: { version: number; wording: string }) => [each.version, each.wording]),
      [
        [1, 'Write to me.'],
        [2, 'Write to me once a month.'],
      ]
    );
  });

  it('are renamed in the actions that ask them', async () => {
    const form = await add({ label: 'Do you vote?', type: 'text' });
    const made = await send('POST', '/actions', { action: { name: 'Walk', forms: [{ id: form.id }] } });
    await changed(form.id, { label: 'Will you vote?' });
    const { body } = await service.call(space.tokens.manager, 'GET', `/actions/${made.body.data.Action.id}`);
    assert.deepEqual(body.data.Action.Forms, [{ id: form.id, label: 'Will you vote?', type: 'text' }]);
  });

  it('are refused at the field that is wrong, and nothing is written', async () => {
    for (const [data, location] of [
      [{ label: ' ', type: 'text' }, 'label'],
      [{ label: 'x', type: 'colour' }, 'type'],
      [{ label: 'x', type: 'consent' }, 'wording'],
      [{ label: 'x', type: 'text', wording: 'y' }, 'wording'],
      [{ label: 'x', type: 'choice' }, 'refvalues'],
      [{ label: 'x', type: 'date', refvalues: [{ value: 'a', label: 'a' }] }, 'refvalues'],
      [
        {
          label: 'x',
          type: 'choice',
          refvalues: [
            { value: 'a', label: 'a' },
            { value: 'a', label: 'b' },
          ],
        },
        'refvalues',
      ],
    ] as const) {
      const { status, body } = await send('POST', '/forms', data);
      assert.equal(status, 422, JSON.stringify(data));
      assert.equal(body.errors[0].location, `body/data/${location}`);
    }
    const { canHelp } = space.forms;
    const wording = await send('PATCH', `/forms/${canHelp.id}`, { wording: 'y' });
    assert.equal(wording.body.errors[0].location, 'body/data/wording');
    const choices = await send('PATCH', `/forms/${canHelp.id}`, { refvalues: [{ value: 'a', label: 'a' }] });
    assert.equal(choices.body.errors[0].location, 'body/data/refvalues');
    assert.equal((await send('PATCH', '/forms/999999', { label: 'x' })).status, 404);
  });

  it('are written once per key, and only as they were read with If-Match', async () => {
    const headers = { 'idempotency-key': 'one-question-0001' };
    const data = { label: 'Once?', type: 'text' };
    const [one, two] = [
      await send('POST', '/forms', data, headers),
      await send('POST', '/forms', data, headers),
    ];
    assert.equal(one.text, two.text);
    const path = `/forms/${one.body.data.id}`;
    const read = await service.call(space.tokens.manager, 'GET', path);
    const match = { 'if-match': read.headers.etag ?? '' };
    assert.equal((await send('PATCH', path, { label: 'Twice?' }, match)).status, 200);
    assert.equal((await send('PATCH', path, { label: 'Thrice?' }, match)).status, 412);
  });

  it('have every change in the audit log', async () => {
    const form = await add({ label: 'Audited', type: 'consent', wording: 'One' });
    await changed(form.id, { wording: 'Two' });
    await changed(form.id, { wording: 'Two' });
    const { body } = await service.call(space.tokens.admin, 'GET', '/v1/audit?kind=settings&limit=1000');
    const entries = body.data.entries
      .filter(
        (entry: { record_kind: string; record_id: number }) =>
          entry.record_kind === 'form' && entry.record_id === form.id
      )
      .map(({ event, actor, fields }: { event: string; actor: { id: number }; fields: string[] }) => [
        event,
        actor.id,
        fields,
      ]);
    const { manager } = space.userIds;
    assert.deepEqual(entries, [
      ['changed', manager, ['version', 'wording']],
      ['created', manager, []],
    ]);
  });

  it('are protected by the database: volunteers cannot write them, and nobody deletes one or rewrites a wording', async () => {
    const attempt = async (token: string, statement: string) => {
      const caller = await service.database.findCaller(hashToken(token).toString('hex'));
      assert.ok(caller);
      return service.database.write(caller, (tx) => tx.execute(sql.raw(statement)));
    };
    const { volunteer, admin } = space.tokens;
    const { consent } = space.forms;
    const insert = `INSERT INTO forms (group_id, label, type) VALUES (${space.groupId}, 'x', 'text')`;
    await assert.rejects(attempt(volunteer, insert));
    const choice = `INSERT INTO form_refvalues (group_id, form_id, label, value) VALUES (${space.groupId}, ${consent.id}, 'x', 'x')`;
    await assert.rejects(attempt(volunteer, choice));
    const { rowCount } = await attempt(volunteer, `UPDATE forms SET label = 'x' WHERE id = ${consent.id}`);
    assert.equal(rowCount, 0);
    for (const statement of [
      `DELETE FROM form_refvalues WHERE form_id = ${consent.id}`,
      `DELETE FROM forms WHERE id = ${consent.id}`,
      `UPDATE forms SET type = 'text' WHERE id = ${consent.id}`,
      `UPDATE forms SET version = 7 WHERE id = ${consent.id}`,
      `UPDATE form_wordings SET wording = 'x' WHERE form_id = ${consent.id}`,
      `DELETE FROM form_wordings WHERE form_id = ${consent.id}`,
    ])
      await assert.rejects(attempt(admin, statement), statement);
    assert.equal(
      (await service.call(volunteer, 'POST', '/forms', { body: { data: { label: 'x', type: 'text' } } }))
        .status,
      403
    );
  });
});
