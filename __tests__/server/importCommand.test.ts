import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';

import { guessMapping } from '@/domain/contacts/contactColumns';
import { fileOf, readLines } from '@/domain/contacts/contactFile';
import { parseCsv } from '@/domain/csv';

import { perform } from '../../server/cli/command';
import { importFile } from '../../server/cli/import';
import { type TestService, type TestSpace, bundleOf, runSql, startTestService } from './harness';

const CONTACTS = [
  'external_id,firstname,surname,mail,mobile,birthdate,black_list,tags,address.street,address.city,gender,birth_city',
  'A1,Zélie,Quénard,zelie@example.org,+33 6 39 98 12 34,1984-02-29,no,donor;VIP,rue des Lilas,Besançon,f,Dole',
  'A2,مريم,الحداد,,,,oui,,,Lyon,,',
  '"A3","Anna ""Nan""","O\'Neil, junior",o\'neil@example.org,,,,,,,,',
].join('\n');

describe('service:import of contacts', () => {
  let service: TestService;
  let space: TestSpace;
  let folder: string;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace();
    folder = await mkdtemp(path.join(os.tmpdir(), 'doorstep-import-'));
  });
  after(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  const run = (...parameters: string[]) => {
    process.env.DATABASE_URL = service.connectionString;
    return perform(importFile, parameters);
  };
  const inSpace = (...parameters: string[]) => run('--space', String(space.groupId), ...parameters);
  async function importing(text: string | Buffer, ...flags: string[]) {
    const file = path.join(folder, 'people.csv');
    await writeFile(file, text);
    return inSpace('--kind', 'contacts', file, ...flags);
  }
  const refused = async (pending: ReturnType<typeof run>, pattern: RegExp) => {
    const { code, text } = await pending;
    assert.equal(code, 1, text);
    assert.match(text, pattern);
    assert.equal(text.split('\n').length, 1, text);
  };
  const sql = (text: string, values: unknown[] = [space.groupId]) =>
    runSql(service.connectionString, text, values);
  const find = async (q: string) =>
    (await service.call(space.tokens.admin, 'GET', `/v1/contacts?q=${encodeURIComponent(q)}`)).body.data;
  const state = async () =>
    (
      await sql(`SELECT (SELECT count(*)::int FROM contacts WHERE group_id = $1) AS contacts,
        (SELECT count(*)::int FROM contact_imports WHERE group_id = $1) AS imports,
        (SELECT count(*)::int FROM change_log WHERE group_id = $1) AS changes`)
    ).rows[0];
  const importIn = (text: string) => /This is import (\d+)/.exec(text)?.[1] ?? '';

  it('shows on a dry run which field each column becomes, the first contacts and the sums, and writes nothing', async () => {
    const before = await state();
    const { code, text } = await importing(CONTACTS, '--dry-run');
    const lines = text.split('\n');
    assert.equal(code, 0, text);
    assert.ok(lines.includes('column address.street: street'), text);
    assert.ok(
      lines.includes(
        'contact  Zélie Quénard  zelie@example.org  +33 6 39 98 12 34  rue des Lilas, Besançon  donor, VIP'
      ),
      text
    );
    assert.equal(lines.at(-1), '3 read: 3 new, 0 changed, 0 unchanged, 0 bad. Nothing was written.');
    assert.deepEqual(await state(), before);
  });

  it('imports every field, visible in search and in the feed, and a second import of the file changes nothing', async () => {
    const { code, text } = await importing(CONTACTS);
    assert.equal(code, 0, text);
    assert.match(
      text,
      /^3 read: 3 new, 0 changed, 0 unchanged, 0 bad\.\nThis is import \d+: --undo \d+ removes/
    );
    const [zelie] = await find('quenard');
    assert.deepEqual(
      [
        zelie.firstname,
        zelie.mobile,
        zelie.birthdate,
        zelie.gender,
        zelie.birth_city,
        zelie.tags,
        zelie.address,
      ],
      [
        'Zélie',
        '+33 6 39 98 12 34',
        '1984-02-29T00:00:00.000Z',
        'F',
        'Dole',
        [{ name: 'donor' }, { name: 'VIP' }],
        { street: 'rue des Lilas', city: 'Besançon' },
      ]
    );
    assert.equal((await find('الحداد'))[0].black_list, true);
    assert.equal((await find('junior'))[0].firstname, 'Anna "Nan"');
    const logged = await sql(
      `SELECT count(*)::int AS count FROM change_log WHERE group_id = $1 AND kind = 'contact' AND id = $2`,
      [space.groupId, zelie.id]
    );
    assert.equal(logged.rows[0]?.count, 1);
    const counted = await sql(`SELECT reltuples::int AS rows FROM pg_class WHERE relname = 'contacts'`, []);
    assert.ok(counted.rows[0]?.rows >= 3, 'the planner has counted the new rows');

    await sql(`UPDATE contacts SET mail = 'new@example.org' WHERE group_id = $1 AND surname = 'Quénard'`);
    const before = await state();
    const again = await importing(CONTACTS.replace('Besançon', 'Paris'));
    assert.equal(again.text, '3 read: 0 new, 0 changed, 3 unchanged, 0 bad.');
    assert.deepEqual(await state(), before);
    assert.equal((await find('quenard'))[0].mail, 'new@example.org');
  });

  it('has the rules of the app: what one of them imported, the other knows', async () => {
    const text = 'Vorname,Nachname,Email\nOda,Shared,oda@example.org\nBo,Shared,\n';
    const file = fileOf(parseCsv(text));
    const { contacts } = readLines(file, guessMapping(file.header));
    const write = (path: string, data: object) =>
      service.call(space.tokens.manager, 'POST', path, {
        body: { data },
        headers: { 'idempotency-key': randomUUID() },
      });
    const begun = await write('/v1/contact_imports', { uuid: randomUUID(), name: 'app.csv' });
    await write(`/v1/contact_imports/${begun.body.data.id}/contacts`, { contacts: contacts.slice(0, 1) });
    const made = await importing(text);
    assert.match(made.text, /^2 read: 1 new, 0 changed, 1 unchanged, 0 bad\./);
    const other = await write('/v1/contact_imports', { uuid: randomUUID(), name: 'again.csv' });
    const again = await write(`/v1/contact_imports/${other.body.data.id}/contacts`, { contacts });
    assert.deepEqual(again.body.data, { created: 0, known: 2 });
  });

  it('takes the field of a column from --map, and refuses a column without one', async () => {
    const text = 'Rufname,Familie,Notiz\nAda,Mapped,x\n';
    const before = await state();
    await refused(importing(text), /No field for the columns "Rufname", "Familie", "Notiz"/);
    const maps = ['--map', 'Rufname=firstname', '--map', 'Familie=surname'];
    await refused(importing(text, ...maps), /No field for the columns "Notiz"/);
    await refused(
      importing(text, ...maps, '--map', 'Notiz=note'),
      /there is no field "note"\. Fields: firstname/
    );
    await refused(importing(text, ...maps, '--map', 'Other=mail'), /the file has no column "Other"/);
    await refused(importing(text, '--map', 'Notiz'), /must be "COLUMN=FIELD"/);
    assert.deepEqual(await state(), before);
    const made = await importing(text, ...maps, '--map', 'Notiz=');
    assert.match(made.text, /^1 read: 1 new/);
    assert.equal((await find('mapped'))[0].firstname, 'Ada');
  });

  it('prints a template that can be imported', async () => {
    const { code, text } = await run('--kind', 'contacts', '--template');
    assert.equal(code, 0);
    const { text: made } = await importing(text, '--dry-run');
    assert.match(made, /^1 read: 1 new, 0 changed, 0 unchanged, 0 bad\./m);
  });

  it('lists each bad line with its column and reason, and writes nothing without --skip-bad', async () => {
    const text = [
      'external_id;firstname;Name;mail;gender;birthdate',
      'B1;Good;One;good@example.org;F;',
      'B2;Bad;Mail;not a mail;F;',
      'B3;;;;;',
      'B1;Twice;Named;;;',
      'B4;Bad;Date;;;1984-02-30',
      'B5;Bad;Gender;;X;',
      'B6;Too;many;;;;;',
      `B7;Too;${'x'.repeat(300)};;;`,
    ].join('\r\n');
    const before = await state();
    const { code, text: listed } = await importing(text);
    assert.equal(code, 1);
    assert.deepEqual(listed.split('\n'), [
      'line 3: mail: "not a mail" is not a mail address',
      'line 4: Name: there is no first name and no surname',
      'line 5: the same person is in line 2 already',
      'line 6: birthdate: "1984-02-30" is not a day such as 1984-02-29 or 29/02/1984',
      'line 7: gender: "X" is not M, F or O',
      'line 8: has more cells than the header; a cell that contains the separator needs quotes',
      `line 9: Name: "${'x'.repeat(80)}" is too long`,
      '8 read: 1 new, 0 changed, 0 unchanged, 7 bad. Nothing was written. Fix these lines, or skip them with --skip-bad.',
    ]);
    assert.deepEqual(await state(), before);
    const skipped = await importing(text, '--skip-bad');
    assert.match(skipped.text, /^8 read: 1 new, 0 changed, 0 unchanged, 7 bad\.$/m);
    assert.equal((await state()).contacts, before.contacts + 1);
  });

  it('undoes a whole import; who has given stays and is named, and the file can be imported again', async () => {
    const text = `firstname,surname\n${Array.from({ length: 1200 }, (_, place) => `Ada,Undone ${place}`).join('\n')}\n`;
    const before = await state();
    const id = importIn((await importing(text)).text);
    const { rows } = await sql('SELECT id FROM contacts WHERE import_id = $1 ORDER BY id LIMIT 1', [id]);
    await service.call(space.tokens.volunteer, 'POST', '/v1/transaction_bundles', {
      body: bundleOf(space, { contact_id: Number(rows[0].id) }),
    });
    assert.match((await inSpace('--list')).text, new RegExp(`^${id}  people.csv  \\S+  1200 contacts$`, 'm'));
    const undone = await inSpace('--undo', id);
    assert.equal(
      undone.text,
      `Import ${id} is undone: 1199 contacts removed. Stayed because of gifts, visits, answers, a merge or a later change: No. ${rows[0].id} Ada Undone 0.`
    );
    assert.match(
      (await inSpace('--list')).text,
      new RegExp(`^${id}  people.csv  \\S+  1 contact  undone$`, 'm')
    );
    assert.equal((await state()).contacts, before.contacts + 1);
    assert.match((await inSpace('--undo', id)).text, /: 0 contacts removed/);
    assert.match((await importing(text)).text, /^1200 read: 1199 new, 0 changed, 1 unchanged/);
    // Managers see an import by command in the app, and can undo it there.
    const shown = await service.call(space.tokens.manager, 'GET', '/v1/contact_imports');
    assert.deepEqual(
      [shown.body.data.imports[0].contacts, shown.body.data.imports[0].created_by],
      [1199, undefined]
    );
    const last = await service.call(
      space.tokens.manager,
      'DELETE',
      `/v1/contact_imports/${shown.body.data.imports[0].id}`,
      { headers: { 'idempotency-key': randomUUID() } }
    );
    assert.deepEqual([last.body.data.removed, last.body.data.more], [500, true]);
  });

  it('undoes no import of another space', async () => {
    const other = await service.createSpace();
    const id = importIn((await importing('surname\nElsewhere\n')).text);
    const before = await state();
    await refused(
      run('--space', String(other.groupId), '--undo', id),
      /has no import \d+: --list shows the last 50/
    );
    assert.equal((await run('--space', String(other.groupId), '--list')).text, 'There is no import yet.');
    assert.deepEqual(await state(), before);
  });

  it('adds the rest after an interruption, and nobody twice', async () => {
    const text = `surname\n${Array.from({ length: 1100 }, (_, place) => `Rest ${place}`).join('\n')}\n`;
    // The third part fails: what came before it stays.
    await sql(
      `CREATE FUNCTION fail_at_rest() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN IF NEW.surname = 'Rest 1050' THEN RAISE EXCEPTION 'interrupted'; END IF; RETURN NEW; END $$;
       CREATE TRIGGER fail_at_rest BEFORE INSERT ON contacts FOR EACH ROW EXECUTE FUNCTION fail_at_rest()`,
      []
    );
    const before = await state();
    assert.equal((await importing(text)).code, 1);
    assert.equal((await state()).contacts, before.contacts + 1000);
    await sql('DROP FUNCTION fail_at_rest() CASCADE', []);
    assert.match((await importing(text)).text, /^1100 read: 100 new, 0 changed, 1000 unchanged/);
    assert.equal((await state()).contacts, before.contacts + 1100);
  });

  it('reads a file that Excel saved in Windows-1252 or as Unicode text', async () => {
    const saved = 'firstname;surname\r\nJ\u00fcrgen;M\u00fcller\r\n';
    for (const bytes of [Buffer.from(saved, 'latin1'), Buffer.from(`\ufeff${saved}`, 'utf16le')]) {
      const { code, text } = await importing(bytes, '--dry-run');
      assert.equal(code, 0, text);
      assert.match(text, /^contact {2}Jürgen Müller$/m);
    }
    const { text } = await importing(Buffer.from(saved, 'latin1'), '--dry-run');
    assert.match(text, /^encoding windows-1252$/m);
  });

  it('prints one sentence for what cannot be done, and everything with --help', async () => {
    const workbook = Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00]);
    await refused(importing(workbook), /is not a CSV file: save it as CSV in the spreadsheet/);
    await refused(importing('firstname\n"A'), /quotation mark that opens in line 2 is not closed/);
    await refused(inSpace('--kind', 'contacts', path.join(folder, 'none.csv')), /cannot be read \(ENOENT\)/);
    await refused(inSpace('--kind', 'contacts'), /Expected one file/);
    await refused(inSpace('--undo', 'x'), /--undo must be an integer/);
    const file = path.join(folder, 'people.csv');
    await writeFile(file, CONTACTS);
    await refused(run('--space', '999999', '--kind', 'contacts', file), /no space 999999/);
    await refused(run('--space', '1', '--kind', 'toString', 'x.csv'), /--kind must be/);
    const help = await run('--help');
    assert.equal(help.code, 0);
    for (const option of [
      '--dry-run',
      '--skip-bad',
      '--map',
      '--template',
      '--list',
      '--undo',
      'postal_code',
    ])
      assert.ok(help.text.includes(option), option);
  });
});
