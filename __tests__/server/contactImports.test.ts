import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';

import {
  type PersonName,
  type TestService,
  type TestSpace,
  bundleOf,
  runSql,
  startTestService,
} from './harness';

describe('imports of contacts', () => {
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace({ visibility: 'assigned' });
  });
  after(() => service.close());

  const call = (person: PersonName, method: 'GET' | 'POST' | 'DELETE', path: string, data?: object) =>
    service.call(space.tokens[person], method, path, {
      ...(data === undefined ? {} : { body: { data } }),
      headers: method === 'GET' ? {} : { 'idempotency-key': randomUUID() },
    });
  const people = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, place) => ({
      uuid: randomUUID(),
      firstname: 'Ada',
      surname: `${prefix} ${place}`,
      mail: `${prefix.toLowerCase()}${place}@example.org`,
      address: { street: 'Rue A', city: 'Lyon' },
      tags: [{ name: 'file' }],
    }));
  const begin = async (name = 'people.csv') =>
    (await call('manager', 'POST', '/v1/contact_imports', { uuid: randomUUID(), name })).body.data;
  const add = (id: number, contacts: object[]) =>
    call('manager', 'POST', `/v1/contact_imports/${id}/contacts`, { contacts });

  it('add contacts as they are in the file, and the same lines again change nothing', async () => {
    const { id } = await begin();
    const contacts = people(3, 'Twice');
    assert.deepEqual((await add(id, contacts)).body.data, { created: 3, known: 0 });
    assert.deepEqual((await add(id, contacts)).body.data, { created: 0, known: 3 });
    const other = await begin('again.csv');
    assert.deepEqual((await add(other.id, contacts)).body.data, { created: 0, known: 3 });
    const found = await call('manager', 'GET', '/v1/contacts?q=twice1');
    const [contact] = found.body.data;
    assert.deepEqual(
      [contact.surname, contact.address, contact.tags, contact.black_list],
      ['Twice 1', { street: 'Rue A', city: 'Lyon' }, [{ name: 'file' }], false]
    );
    const { body } = await call('manager', 'GET', '/v1/contact_imports');
    const shown = body.data.imports.find((each: { id: number }) => each.id === id);
    assert.deepEqual([shown.name, shown.contacts, shown.undone_at], ['people.csv', 3, undefined]);
  });

  it('add a contact whose name is one long word of characters that take two places', async () => {
    const { id } = await begin();
    const contacts = people(2, 'Long').map((each, place) => ({
      ...each,
      surname: `${'a'.repeat(place)}${'\u{1f600}'.repeat(40)}`,
    }));
    const { status, body } = await add(id, contacts);
    assert.deepEqual([status, body.data], [200, { created: 2, known: 0 }]);
    const surname = contacts[1]?.surname ?? '';
    const found = await call('manager', 'GET', `/v1/contacts?q=${encodeURIComponent(surname)}`);
    assert.deepEqual(
      found.body.data.map((each: { surname: string }) => each.surname),
      [surname]
    );
  });

  it('store which lines of the file were bad, without what they contain', async () => {
    const bad_lines = [
      { line: 3, column: 'Kontakt', error: 'mail' },
      { line: 9, error: 'cells' },
    ];
    const file = { uuid: randomUUID(), name: 'bad.csv', lines: 5, bad: 2, bad_lines };
    const { id } = (await call('manager', 'POST', '/v1/contact_imports', file)).body.data;
    const { body } = await call('manager', 'GET', '/v1/contact_imports');
    const shown = body.data.imports.find((each: { id: number }) => each.id === id);
    assert.deepEqual([shown.lines, shown.bad, shown.bad_lines], [5, 2, bad_lines]);
    const other = { ...file, uuid: randomUUID() };
    const tooMany = { ...other, bad_lines: Array.from({ length: 201 }, () => bad_lines[0]) };
    assert.equal((await call('manager', 'POST', '/v1/contact_imports', tooMany)).status, 422);
    const withContent = { ...other, bad_lines: [{ ...bad_lines[0], value: 'ada' }] };
    assert.equal((await call('manager', 'POST', '/v1/contact_imports', withContent)).status, 422);
  });

  it('are undone as a whole; who has given, was visited or was changed since stays and is named', async () => {
    const { id } = await begin();
    const contacts = people(4, 'Undo');
    await add(id, contacts);
    const { rows } = await runSql(
      service.connectionString,
      'SELECT id, surname FROM contacts WHERE import_id = $1 ORDER BY id',
      [id]
    );
    await service.call(space.tokens.volunteer, 'POST', '/v1/transaction_bundles', {
      body: bundleOf(space, { contact_id: Number(rows[0].id) }),
    });
    const optedOut = await service.call(space.tokens.manager, 'PATCH', `/v1/contacts/${rows[3].id}`, {
      body: { data: { black_list: true } },
      headers: { 'idempotency-key': randomUUID() },
    });
    assert.equal(optedOut.status, 200, optedOut.text);
    const undone = await call('manager', 'DELETE', `/v1/contact_imports/${id}`);
    assert.equal(undone.status, 200);
    assert.deepEqual(undone.body.data, {
      removed: 2,
      more: false,
      stayed: 2,
      people: [rows[0], rows[3]].map((row) => ({ id: Number(row.id), name: `Ada ${row.surname}` })),
    });
    assert.equal((await call('manager', 'GET', `/v1/contacts/${rows[1].id}`)).status, 404);
    // Nothing is added to an import that was undone; another import of the same file adds them again.
    const late = await add(id, people(1, 'Late'));
    assert.deepEqual([late.status, late.body.code], [409, 'import_undone']);
    const again = await begin();
    assert.deepEqual((await add(again.id, contacts)).body.data, { created: 2, known: 2 });
  });

  it('remove at most five hundred contacts in one transaction, and are in the audit log once', async () => {
    const { id } = await begin('large.csv');
    for (const part of [500, 100])
      assert.equal((await add(id, people(part, `Large${part}`))).body.data.created, part);
    const first = await call('manager', 'DELETE', `/v1/contact_imports/${id}`);
    assert.deepEqual([first.body.data.removed, first.body.data.more], [500, true]);
    const second = await call('manager', 'DELETE', `/v1/contact_imports/${id}`);
    assert.deepEqual([second.body.data.removed, second.body.data.more], [100, false]);
    const { rows } = await runSql(
      service.connectionString,
      "SELECT FROM audit WHERE event = 'import_undone' AND record_id = $1",
      [id]
    );
    assert.equal(rows.length, 1);
  });

  it('are for managers, and a file of too many lines or with a bad one writes nothing', async () => {
    const { id } = await begin();
    const requests: ['GET' | 'POST' | 'DELETE', string, object?][] = [
      ['GET', '/v1/contact_imports'],
      ['POST', '/v1/contact_imports', { uuid: randomUUID(), name: 'x' }],
      ['POST', `/v1/contact_imports/${id}/contacts`, { contacts: people(1, 'No') }],
      ['DELETE', `/v1/contact_imports/${id}`],
    ];
    for (const [method, path, data] of requests)
      assert.equal((await call('leader', method, path, data)).status, 403, `${method} ${path}`);
    assert.equal((await add(id, people(501, 'Many'))).status, 422);
    assert.equal((await add(id, [...people(2, 'Bad'), { uuid: randomUUID(), mail: 'nothing' }])).status, 422);
    const { rows } = await runSql(service.connectionString, 'SELECT 1 FROM contacts WHERE import_id = $1', [
      id,
    ]);
    assert.equal(rows.length, 0);
  });
});
