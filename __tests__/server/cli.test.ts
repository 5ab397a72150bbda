import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';

import { type Command, perform } from '../../server/cli/command';
import { showAddress } from '../../server/cli/database';
import { importFile } from '../../server/cli/import';
import { makeSpace } from '../../server/cli/space';
import { makeToken } from '../../server/cli/token';
import { type Outcome, assertOneSentence, spawned } from './commands';
import { type TestService, type TestSpace, runSql, startTestService } from './harness';

let service: TestService;
let space: TestSpace;
let folder: string;

before(async () => {
  service = await startTestService();
  space = await service.createSpace();
  folder = await mkdtemp(path.join(os.tmpdir(), 'doorstep-cli-'));
});
after(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const commands = { token: makeToken, space: makeSpace, import: importFile, database: showAddress };

/** Runs a command in this process. */
async function run(name: keyof typeof commands, parameters: string[]): Promise<Outcome> {
  process.env.DATABASE_URL = service.connectionString;
  const { code, text } = await perform(commands[name], parameters);
  return { code, output: code === 0 ? text : '', errorText: code === 0 ? '' : text };
}

const sqlRun = (text: string, values: unknown[] = []) => runSql(service.connectionString, text, values);

async function file(text: string | Buffer, name = 'file.csv'): Promise<string> {
  const place = path.join(folder, name);
  await writeFile(place, text);
  return place;
}

const importing = async (kind: string, text: string | Buffer, ...flags: string[]) =>
  run('import', ['--space', String(space.groupId), '--kind', kind, await file(text), ...flags]);

describe('service:token', () => {
  const manager = () => `manager.${space.groupId}@example.org`;

  it('prints a token that the service accepts, and nothing else', async () => {
    const parameters = ['--mail', manager(), '--ttl', '8h'];
    const here = { DATABASE_URL: service.connectionString };
    const { code, output, errorText } = await spawned('token', parameters, here);
    assert.deepEqual([code, errorText], [0, '']);
    const me = await service.call(output, 'GET', '/me');
    assert.equal(me.body.data.User.id, space.userIds.manager);
    const { rows } = await sqlRun(
      `SELECT extract(epoch FROM expires_at - created_at) AS seconds FROM access_tokens WHERE token_hash = sha256($1::bytea)`,
      [output]
    );
    assert.equal(Math.round(Number(rows[0]?.seconds) / 60), 8 * 60);
  });

  it('limits a token to rights', async () => {
    const parameters = ['--mail', manager(), '--rights', 'contacts,money'];
    const { output: text } = await run('token', parameters);
    assert.equal((await service.call(text, 'GET', '/v1/contacts')).status, 200);
    assert.equal((await service.call(text, 'GET', '/users')).status, 403);
  });

  it('prints one sentence for an error, and creates no token', async () => {
    const count = async () => (await sqlRun('SELECT count(*) FROM access_tokens')).rows[0]?.count;
    const before = await count();
    const mail = manager();
    assertOneSentence(await run('token', ['--mail', 'no@example.org']), /^Nobody who .* no@example\.org\.$/);
    assertOneSentence(
      await run('token', ['--mail', mail, '--space', '999999']),
      /^Nobody who .* in space 999999\.$/
    );
    assertOneSentence(await run('token', []), /--mail is missing.*Use: npm run service:token/);
    assertOneSentence(await run('token', ['--mail', mail, '--ttl', 'soon']), /--ttl is "soon"/);
    assertOneSentence(await run('token', ['--mail', mail, '--ttl', '0h']), /--ttl is "0h"/);
    assertOneSentence(await run('token', ['--mail', mail, '--rights', 'all']), /--rights is "all"/);
    assertOneSentence(await run('token', ['--user', mail]), /Unknown option '--user'/);
    const away = { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/nothing' };
    const refused = await spawned('token', ['--mail', mail], away);
    assertOneSentence(
      refused,
      /the database is unavailable.*ECONNREFUSED.*: nothing listens there: start the database/
    );
    assert.ok(!refused.errorText.includes('secret'));
    assert.equal(await count(), before);
  });
});

describe('every command', () => {
  it('explains itself and each of its options with --help', async () => {
    const place = path.join(__dirname, '../../server/cli');
    const files = (await readdir(place)).filter((name) => name.endsWith('.ts') && name !== 'command.ts');
    for (const name of files) {
      const exported = Object.values((await import(path.join(place, name))) as Record<string, unknown>);
      const command = exported.find((value): value is Command => typeof value === 'function');
      assert.ok(command, name);
      const { code, text: output } = await perform(command, ['--help']);
      const [usage = '', , ...explanation] = output.split('\n');
      assert.deepEqual([code, /^Use: npm run/.test(usage)], [0, true], name);
      assert.ok(explanation.join('\n').length > 50, name);
      for (const option of usage.match(/--(?!silent)[a-z-]+(?=[ ,\])]|$)/g) ?? [])
        assert.match(explanation.join('\n'), new RegExp(`${option}\\b`), name);
    }
  });
});

describe('service:space', () => {
  it('names the languages by their codes', async () => {
    assert.match((await run('space', ['--help'])).output, /prices: en, fr, es, de, ar$/m);
    assertOneSentence(
      await run('space', ['--name', 'Any', '--admin', 'any@example.org', '--language', 'it']),
      /--language must be one of en, fr, es, de, ar\./
    );
  });

  it('creates nothing twice, lists, renames and archives', async () => {
    const args = ['--name', 'Twice', '--admin', 'twice@example.org', '--language', 'fr', '--examples'];
    const made = await run('space', args);
    const id = /Space (\d+) is ready/.exec(made.output)?.[1] ?? '';
    assert.match((await run('space', args)).output, /already\. Nothing changed/);
    const prices = await sqlRun('SELECT count(*)::int AS count FROM donation_prices WHERE group_id = $1', [
      id,
    ]);
    assert.equal(prices.rows[0]?.count, 4);
    assert.match((await run('space', ['--list'])).output, new RegExp(`^${id}  Twice  1 person$`, 'm'));
    assert.equal((await run('space', ['--rename', id, '--name', 'Once'])).code, 0);
    const person = await sqlRun('SELECT id FROM users WHERE mail = $1', ['twice@example.org']);
    const token = await service.createTokenFor(Number(person.rows[0]?.id));
    const me = () => service.call(token, 'GET', '/me');
    assert.equal((await me()).body.data.spaces[0].name, 'Once');
    assert.match((await run('space', ['--archive', id])).output, /nothing is deleted/);
    assert.match(
      (await run('space', ['--list'])).output,
      new RegExp(`^${id}  Once  1 person  archived$`, 'm')
    );
    assert.equal((await me()).status, 401);
    await run('space', ['--restore', id]);
    assert.equal((await me()).status, 200);
    assertOneSentence(await run('space', ['--rename', '999999', '--name', 'x']), /There is no space 999999/);
    assertOneSentence(await run('space', ['--archive', 'x']), /--archive must be an integer/);
  });

  it('creates a space that can record payments, with an admin who can sign in', async () => {
    const made = await run('space', [
      '--name',
      'Les Voisins',
      '--admin',
      'first@example.org',
      '--currency',
      'chf',
    ]);
    assert.equal(made.code, 0, made.errorText);
    const groupId = Number(/Space (\d+) is ready/.exec(made.output)?.[1]);
    const { rows } = await sqlRun('SELECT id FROM users WHERE mail = $1', ['first@example.org']);
    const token = await service.createTokenFor(Number(rows[0]?.id));
    const me = await service.call(token, 'GET', '/me');
    assert.deepEqual([me.body.data.User.group_id, me.body.data.User.role_data.type], [groupId, 'superadmin']);
    const settings = await service.call(token, 'GET', '/v1/transaction_settings');
    assert.equal(settings.body.data.currency, 'chf');
    const bundle = {
      data: {
        transactions: [
          { amount: 500, currency: 'chf', payment_method_kind: 'cash', date: '2026-03-01T10:00:00Z' },
        ],
      },
    };
    assert.equal(
      (await service.call(token, 'POST', '/v1/transaction_bundles', { body: bundle })).status,
      200
    );
  });

  it('prints one sentence for an error', async () => {
    assertOneSentence(
      await run('space', ['--name', 'X', '--admin', 'nobody']),
      /--admin must be a mail address/
    );
    assertOneSentence(await run('space', ['--admin', 'a@example.org']), /--name must be/);
  });
});

describe('service:import of users and prices', () => {
  it('prints one sentence for a file that cannot be read, and a header to fill in', async () => {
    assertOneSentence(
      await importing('users', 'mail,prenom\nA,B'),
      /unknown columns "prenom"\. Supported: mail/
    );
    assertOneSentence(await importing('users', 'mail,mail\nA,B'), /mail twice/);
    assertOneSentence(
      await importing('users', 'mail\n"A'),
      /quotation mark that opens in line 2 is not closed/
    );
    assertOneSentence(await importing('users', 'mail\nA\n', '--map', 'mail='), /--map is for contacts only/);
    assert.match(
      (await run('import', ['--template', '--kind', 'prices'])).output,
      /^external_id,.*amount,currency/
    );
  });

  it('adds people with their role, once, and does not change the profile of a person from another space', async () => {
    const other = await service.createSpace();
    const text = [
      'mail,firstname,surname,phone,role',
      'ines@example.org,Inès,Moreau,+33 1 99 00 12 34,manager',
      `volunteer.${other.groupId}@example.org,Renamed,ByUs,,`,
    ].join('\n');
    const { output } = await importing('users', text);
    assert.equal(output, '2 read: 1 new, 1 changed, 0 unchanged, 0 bad.');
    const { body } = await service.call(space.tokens.admin, 'GET', '/users');
    const byMail = (mail: string) => body.data.users.find((user: { mail: string }) => user.mail === mail);
    assert.equal(byMail('ines@example.org').role_data.type, 'manager');
    assert.equal(byMail(`volunteer.${other.groupId}@example.org`).firstname, 'volunteer');
    const again = await importing('users', text);
    assert.equal(again.output, '2 read: 0 new, 0 changed, 2 unchanged, 0 bad.');
    const unknown = await importing('users', 'mail,role\nx@example.org,king\n');
    assert.match(unknown.errorText, /line 2: role: must be one of .*manager/);
    const opened = `SELECT m.opened_at FROM space_users m JOIN users u ON u.id = m.user_id
      WHERE m.group_id = $1 AND u.mail = ANY ($2)`;
    const mails = ['ines@example.org', `volunteer.${other.groupId}@example.org`];
    const { rows } = await sqlRun(opened, [space.groupId, mails]);
    assert.deepEqual(rows, [{ opened_at: null }, { opened_at: null }], 'they have not opened the space');
  });

  it('does not take the role of the last admin', async () => {
    const { groupId } = await service.createSpace();
    const text = `mail,role\nnew@example.org,\nsuperadmin.${groupId}@example.org,user\n`;
    const args = ['--space', String(groupId), '--kind', 'users', await file(text)];
    assertOneSentence(await run('import', args), /last admin of the space another role.*Nothing was written/);
  });

  it('does not bring a removed person back', async () => {
    const mail = 'gone@example.org';
    await importing('users', `mail\n${mail}\n`);
    const isRemoved = `SELECT m.removed_at IS NOT NULL AS removed FROM space_users m JOIN users u ON u.id = m.user_id
      WHERE m.group_id = $1 AND u.mail = $2`;
    await sqlRun(
      `UPDATE space_users SET removed_at = now() WHERE group_id = $1 AND user_id = (SELECT id FROM users WHERE mail = $2)`,
      [space.groupId, mail]
    );
    const again = await importing('users', `mail,role\n${mail},manager\n`);
    assert.match(again.errorText, /line 2: mail: this person was removed from the space/);
    assert.equal((await sqlRun(isRemoved, [space.groupId, mail])).rows[0]?.removed, true);
  });

  it('mails each added person where to sign in, once, and nobody for a file that is refused or a dry run', async () => {
    const other = await service.createSpace();
    const member = `leader.${other.groupId}@example.org`;
    const mailed = async () =>
      (
        await sqlRun('SELECT recipient, text FROM mails WHERE group_id = $1 ORDER BY recipient', [
          space.groupId,
        ])
      ).rows;
    // The text of a mail is deleted when it is sent.
    await sqlRun(`ALTER TABLE mails ALTER next_attempt_at SET DEFAULT now() + interval '1 hour'`);
    const before = (await mailed()).length;
    const text = `mail,firstname,locale\nmailed@example.org,Mai,fr\n${member},Lee,\n`;
    assertOneSentence(await importing('prices', 'name\n', '--mail'), /--mail is for users only/);
    delete process.env.PUBLIC_URL;
    assertOneSentence(await importing('users', text, '--mail'), /--mail needs PUBLIC_URL/);
    process.env.PUBLIC_URL = 'https://doors.example.org';
    try {
      await importing('users', text, '--mail', '--dry-run');
      await importing('users', `${text}not a mail,X,\n`, '--mail');
      assert.equal((await mailed()).length, before);
      assert.equal((await importing('users', text, '--mail')).code, 0);
      await importing('users', text, '--mail');
    } finally {
      delete process.env.PUBLIC_URL;
    }
    const [known, added, ...others] = (await mailed()).filter(({ text: letter }) =>
      String(letter).includes('https://doors.example.org')
    );
    assert.deepEqual([known?.recipient, added?.recipient, others], [member, 'mailed@example.org', []]);
    assert.match(String(added?.text), /connectez-vous avec mailed@example\.org/);
    assert.match(String(known?.text), /\/leave/);
  });

  it('adds nobody who only proposed the imported address for their profile', async () => {
    const other = await service.createSpace();
    const { tokens, userIds } = other;
    for (const [role, mail] of [
      ['volunteer', `imported.${other.groupId}@example.org`],
      ['leader', `founder.${other.groupId}@example.org`],
    ] as const) {
      const written = await service.call(tokens[role], 'PATCH', `/users/${userIds[role]}`, {
        body: { data: { mail } },
      });
      assert.equal(written.status, 200);
    }
    await importing('users', `mail,role\nimported.${other.groupId}@example.org,admin\n`);
    const made = await run('space', ['--name', 'New', '--admin', `founder.${other.groupId}@example.org`]);
    assert.equal(made.code, 0, made.errorText);
    for (const token of [tokens.volunteer, tokens.leader]) {
      const { data } = (await service.call(token, 'GET', '/me')).body;
      assert.deepEqual(
        data.spaces.map(({ id }: { id: number }) => id),
        [other.groupId]
      );
    }
  });

  it('adds prices with a group as membership prices and the others as donation prices, once', async () => {
    const text = [
      'external_id,membership_price_group,name,amount,currency,allow_custom_amount,duration,rolling_period',
      'P1,Imported,Full year,24.00,eur,false,P1Y,rolling',
      'P2,,A coffee a week,10,eur,true,,',
    ].join('\n');
    assert.equal((await importing('prices', text)).output, '2 read: 2 new, 0 changed, 0 unchanged, 0 bad.');
    const groups = await service.call(space.tokens.admin, 'GET', '/v1/membership_price_groups');
    const group = groups.body.data.find(({ name }: { name: string }) => name === 'Imported');
    assert.deepEqual([group.membership_prices[0].amount, group.membership_prices[0].duration], [2400, 'P1Y']);
    const donations = await service.call(space.tokens.admin, 'GET', '/v1/donation_prices');
    assert.ok(donations.body.data.some(({ name }: { name: string }) => name === 'A coffee a week'));
    assert.equal((await importing('prices', text)).output, '2 read: 0 new, 0 changed, 2 unchanged, 0 bad.');
    const dearer = text.replace('24.00', '26.00');
    assert.equal((await importing('prices', dearer)).output, '2 read: 0 new, 1 changed, 1 unchanged, 0 bad.');
    // A column that is not in the file changes nothing.
    const hide = "UPDATE donation_prices SET hidden = true WHERE group_id = $1 AND name = 'A coffee a week'";
    await sqlRun(hide, [space.groupId]);
    const short = dearer.replace(/^((?:[^,\n]*,){4}[^,\n]*).*$/gm, '$1');
    const { output } = await importing('prices', short);
    assert.equal(output, '2 read: 0 new, 0 changed, 2 unchanged, 0 bad.');
  });

  it('reads amounts as people write them, in the decimals of the currency, and a second run changes nothing', async () => {
    const text = [
      'name;amount;currency',
      'Comma;12,50;eur',
      'Point;12.50;EUR',
      'Grouped;1.234,50;eur',
      'Thousands;1 000;eur',
      'Yen;5,000;JPY',
      'Dinar;1.250;KWD',
    ].join('\n');
    assert.equal((await importing('prices', text)).output, '6 read: 6 new, 0 changed, 0 unchanged, 0 bad.');
    const { rows } = await sqlRun(
      `SELECT name, amount::int FROM donation_prices WHERE group_id = $1 ORDER BY id DESC LIMIT 6`,
      [space.groupId]
    );
    const amounts = Object.fromEntries(rows.map(({ name, amount }) => [name, amount]));
    const expected = {
      Comma: 1250,
      Point: 1250,
      Grouped: 123_450,
      Thousands: 100_000,
      Yen: 5000,
      Dinar: 1250,
    };
    assert.deepEqual(amounts, expected);
    const again = await importing('prices', text.replace('12,50', '12.5'));
    assert.equal(again.output, '6 read: 0 new, 0 changed, 6 unchanged, 0 bad.');
    const quoted = await importing('prices', 'name,amount,currency\nComma,"12,50",eur\n');
    assert.equal(quoted.output, '1 read: 0 new, 0 changed, 1 unchanged, 0 bad.');
  });

  it('names line and column of an amount that cannot be read', async () => {
    const text = [
      'name,amount,currency,hidden',
      'Text,ten,eur,',
      'Negative,-5,JPY,',
      'Decimals,12.5055,eur,',
      'Yen,12.50,jpy,',
      'Unclear,1.000,eur,',
      'Large,99999999999999,eur,',
      'Unquoted,12,50,eur,',
      'Currency,12.50,euro,maybe',
    ].join('\n');
    const { errorText } = await importing('prices', text);
    assert.deepEqual(errorText.split('\n').slice(0, -1), [
      'line 2: amount: "ten" is not an amount such as 12.50',
      'line 3: amount: "-5" is not an amount such as 1250',
      'line 4: amount: "12.5055" has too many decimals; EUR has 2',
      'line 5: amount: "12.50" has too many decimals; JPY has none',
      'line 6: amount: "1.000" can be thousands or decimals; write thousands without a separator, and 2 decimals',
      'line 7: amount: "99999999999999" is too large',
      'line 8: has more or fewer cells than the header; a cell that contains the separator needs quotes',
      'line 9: currency: expected three letters; hidden: must be true or false',
    ]);
  });
});
