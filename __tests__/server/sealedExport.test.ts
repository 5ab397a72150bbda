import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';

import { sealTo } from '@/platform/seal';

import { perform } from '../../server/cli/command';
import { openExport } from '../../server/cli/open-export';
import { setTreasurerKey } from '../../server/cli/treasurer-key';
import { type TestService, type TestSpace, runSql, startTestService } from './harness';

let service: TestService;
let space: TestSpace;
let folder: string;
let recipient: string;
const place = (name: string) => path.join(folder, name);

before(async () => {
  service = await startTestService();
  space = await service.createSpace();
  folder = await mkdtemp(path.join(os.tmpdir(), 'doorstep-sealed-'));
  process.env.DATABASE_URL = service.connectionString;
  const made = await setKey('--new', place('treasurer.key'));
  assert.equal(made.code, 0, made.text);
  recipient = /age1\w+/.exec(made.text)?.[0] ?? '';
});
after(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const setKey = (...parameters: string[]) =>
  perform(setTreasurerKey, ['--space', String(space.groupId), ...parameters]);

const body = { data: { transactions: [{ amount: 2000, comment: 'Amélie Rousseau' }] } };
const exported = {
  format: 'doorstep-unsent',
  version: 1,
  count: 1,
  records: [{ id: 'one', body, body_hash: createHash('sha256').update(JSON.stringify(body)).digest('hex') }],
};

async function sealed(name: string, text: string, key = recipient): Promise<string> {
  await writeFile(
    place(name),
    sealTo(key, text, (count) => randomBytes(count))
  );
  return place(name);
}

async function assertError(parameters: string[], pattern: RegExp): Promise<void> {
  const { code, text } = await perform(openExport, parameters);
  assert.equal(code, 1);
  assert.match(text, pattern);
  assert.equal(text.split('\n').length, 1, text);
}

describe('service:treasurer-key', () => {
  it('publishes the public key to the space, and keeps the other settings', async () => {
    const { body: response } = await service.call(space.tokens.volunteer, 'GET', '/v1/transaction_settings');
    assert.equal(response.data.additional_settings.treasurer_age_key, recipient);
  });

  it('writes the secret key readable only by its owner, and never overwrites a file', async () => {
    assert.match(await readFile(place('treasurer.key'), 'utf8'), /^AGE-SECRET-KEY-1/m);
    assert.equal((await stat(place('treasurer.key'))).mode & 0o077, 0);
    const again = await setKey('--new', place('treasurer.key'));
    assert.equal(again.code, 1);
    assert.match(again.text, /cannot be written/);
  });

  it('refuses a key with a wrong character, and changes nothing', async () => {
    const wrong = recipient.slice(0, -1) + (recipient.endsWith('q') ? 'p' : 'q');
    const { code, text } = await setKey('--key', wrong);
    assert.equal(code, 1);
    assert.match(text, /contains a wrong character/);
    const { body: response } = await service.call(space.tokens.volunteer, 'GET', '/v1/transaction_settings');
    assert.equal(response.data.additional_settings.treasurer_age_key, recipient);
  });

  it('is the only way: no request changes the key, and the database refuses it', async () => {
    const change = (data: object) =>
      service.call(space.tokens.superadmin, 'PATCH', '/v1/transaction_settings', { body: { data } });
    const additional_settings = { treasurer_age_key: 'age1other' };
    assert.equal((await change({ additional_settings })).status, 422);
    assert.equal((await change({ rules: { largest_cash_gift: 50_000 } })).status, 200);
    const { body: response } = await service.call(space.tokens.volunteer, 'GET', '/v1/transaction_settings');
    assert.equal(response.data.additional_settings.treasurer_age_key, recipient);
    const enter = `SET ROLE doorstep_app; SET doorstep.group_id = ${space.groupId};
      SET doorstep.user_id = ${space.userIds.superadmin}; SET doorstep.role_type = 'superadmin';`;
    for (const value of [`'{"treasurer_age_key": "age1other"}'`, `'{}'`])
      await assert.rejects(
        runSql(
          service.connectionString,
          `${enter} UPDATE transaction_settings SET additional_settings = ${value}`
        ),
        /only the command line changes the key of the treasurer/
      );
  });

  it('refuses an unknown space', async () => {
    const { code, text } = await perform(setTreasurerKey, ['--space', '999999', '--key', recipient]);
    assert.deepEqual([code, text], [1, 'There is no space 999999 with transaction settings.']);
  });
});

describe('service:open-export', () => {
  it('prints the records of an encrypted file, each checked against its hash', async () => {
    const file = await sealed('good.age', JSON.stringify(exported));
    assert.ok(!(await readFile(file, 'utf8')).includes('Rousseau'));
    const { code, text } = await perform(openExport, ['--key', place('treasurer.key'), file]);
    assert.equal(code, 0, text);
    const opened = JSON.parse(text);
    assert.deepEqual(opened.records[0].body, body);
    assert.equal(opened.records[0].is_as_saved, true);
  });

  it('marks a record that was changed', async () => {
    const changed = { ...exported, records: [{ ...exported.records[0], body: { data: {} } }] };
    const file = await sealed('changed.age', JSON.stringify(changed));
    const { text } = await perform(openExport, ['--key', place('treasurer.key'), file]);
    assert.equal(JSON.parse(text).records[0].is_as_saved, false);
  });

  it('prints one sentence for the wrong key', async () => {
    const other = place('other.key');
    const made = await setKey('--new', other);
    const file = await sealed('wrong.age', JSON.stringify(exported), recipient);
    assert.equal(made.code, 0);
    await assertError(['--key', other, file], /does not open/);
  });

  it('prints one sentence for any other file', async () => {
    const key = place('treasurer.key');
    const good = await sealed('complete.age', JSON.stringify(exported));
    await writeFile(place('cut.age'), (await readFile(good, 'utf8')).slice(0, 200));
    await writeFile(place('plain.json'), JSON.stringify(exported));
    await assertError(['--key', key, place('cut.age')], /a part of it is missing/);
    await assertError(['--key', key, place('plain.json')], /not a file that Doorstep has encrypted/);
    await assertError(['--key', place('plain.json'), good], /contains no secret key/);
    await assertError(['--key', key, place('nowhere.age')], /cannot be read/);
    await assertError(['--key', key, await sealed('note.age', 'a note')], /contains no unsent records/);
    await assertError([good], /Expected a key file and one encrypted file/);
  });
});
