import { TextDecoder as BrowserDecoder } from 'node:util';

import { fireEvent, screen, waitFor } from '@testing-library/react-native';

import { setFact } from '@/db/facts';
import { applyUsers } from '@/db/users';
import { watchRole } from '@/session/role';

import { openField } from '../support/field';
import { createTestRuntime } from '../support/runtime';

async function withRole(type: string) {
  const test = await createTestRuntime();
  const { store, scope } = test;
  await store.write(async (tx) => {
    await setFact(tx, scope, 'capabilities', ['changes', 'contacts_write', 'contacts_import']);
    await applyUsers(tx, scope, [{ id: 1, role_data: { id: 1, type } }]);
  });
  test.runtime.role = (await watchRole(store, scope)).role;
  return test;
}

const lines = 'Vorname,Nachname,Kontakt\nAda,Lee,ada@example.org\nBo,Ray,nothing\n,,c@example.org';

it('shows the columns, the first contacts and the bad lines, imports in parts and says what happened', async () => {
  const { runtime, fakes } = await withRole('manager');
  openField(runtime, '/contacts/import');
  fireEvent.changeText(await screen.findByLabelText('Or paste the lines here'), lines);
  expect(await screen.findByText('Pasted lines: 3 lines')).toBeTruthy();
  expect(screen.getByText('Ada Lee')).toBeTruthy();
  expect(screen.getByText('Not imported')).toBeTruthy();
  fireEvent.press(screen.getByText('Kontakt'));
  fireEvent.press((await screen.findAllByText('Mail')).at(-1)!);
  expect(await screen.findByText('Line 3, column Kontakt')).toBeTruthy();
  expect(screen.getByText('This is not a mail address: nothing')).toBeTruthy();
  // Beside the number of lines, because the list of bad lines is below all columns.
  expect(screen.getAllByText('2 lines cannot be imported')).toHaveLength(2);

  fireEvent.press(screen.getByText('Import one contact'));
  expect(await screen.findByText('No connection')).toBeTruthy();
  fakes.online.createContactImport = { id: 5, name: 'Pasted lines' };
  fakes.online.addImportedContacts = { created: 1, known: 0 };
  fireEvent.press(screen.getByText('Import one contact'));
  expect(await screen.findByText('Imported: 1 new, 0 imported before')).toBeTruthy();
  expect(screen.getByText('2 lines cannot be imported')).toBeTruthy();
  expect(fakes.written.at(-2)?.body).toMatchObject({
    data: {
      lines: 3,
      bad: 2,
      bad_lines: [{ line: 3, column: 'Kontakt', error: 'mail' }, { error: 'name_missing' }],
    },
  });
  const { params, body } = fakes.written.at(-1) ?? { params: null, body: null };
  expect(params).toEqual({ id: 5 });
  expect(body).toMatchObject({ data: { contacts: [{ firstname: 'Ada', mail: 'ada@example.org' }] } });
});

it('shows of a column that begins empty what a later line has in it', async () => {
  const { runtime } = await withRole('manager');
  openField(runtime, '/contacts/import');
  const text = 'surname,Shoes\nLee,\nRay,42\nFox,38';
  fireEvent.changeText(await screen.findByLabelText('Or paste the lines here'), text);
  expect(await screen.findByText('42')).toBeTruthy();
});

it('reads a long file in parts, and offers it when all of it is read', async () => {
  const { runtime } = await withRole('manager');
  openField(runtime, '/contacts/import');
  const long = ['surname', ...Array.from({ length: 900 }, (_, place) => `Lee ${place}`)].join('\n');
  fireEvent.changeText(await screen.findByLabelText('Or paste the lines here'), long);
  expect(await screen.findByText('Reading the lines …')).toBeTruthy();
  expect(await screen.findByText('Import 900 contacts')).toBeTruthy();
  expect(screen.queryByText('Reading the lines …')).toBeNull();
});

it('stops where the person cancels, and continues the same import', async () => {
  const { runtime, fakes } = await withRole('manager');
  openField(runtime, '/contacts/import');
  const long = ['surname', ...Array.from({ length: 1_200 }, (_, place) => `Lee ${place}`)].join('\n');
  fireEvent.changeText(await screen.findByLabelText('Or paste the lines here'), long);
  fakes.online.createContactImport = { id: 5, name: 'Pasted lines' };
  fakes.online.addImportedContacts = { created: 500, known: 0 };
  fireEvent.press(await screen.findByText('Import 1,200 contacts'));
  fireEvent.press(screen.getByText('Cancel'));
  expect(await screen.findByText('Import cancelled')).toBeTruthy();
  const sent = () => fakes.written.filter(({ endpoint }) => endpoint === 'addImportedContacts');
  expect(sent().length).toBeLessThan(3);
  const before = sent().length;
  fireEvent.press(screen.getByText('Import 1,200 contacts'));
  expect(await screen.findByText(/^Imported: 1,500 new/)).toBeTruthy();
  expect(sent()).toHaveLength(before + 3);
  const begun = fakes.written.filter(({ endpoint }) => endpoint === 'createContactImport');
  expect(begun).toHaveLength(2);
  expect(begun[1]?.body).toEqual(begun[0]?.body);
});

it('keeps text, file and columns as they are while it sends', async () => {
  const { runtime } = await withRole('manager');
  let respond = (_: { kind: 'offline' }) => {};
  runtime.online.write = () => new Promise((resolve) => (respond = resolve));
  openField(runtime, '/contacts/import');
  const field = await screen.findByLabelText('Or paste the lines here');
  fireEvent.changeText(field, 'surname\nLee');
  fireEvent.press(await screen.findByText('Import one contact'));
  await screen.findByText('Cancel');
  expect(screen.getByLabelText('Or paste the lines here').props.editable).toBe(false);
  expect(screen.queryByRole('button', { name: /^surname/ })).toBeNull();
  respond({ kind: 'offline' });
  await screen.findByText('Import one contact');
  expect(screen.getByLabelText('Or paste the lines here').props.editable).toBe(true);
  expect(screen.getByRole('button', { name: /^surname/ })).toBeTruthy();
});

it('begins another import after somebody has undone one, and the same one after any other refusal', async () => {
  const { runtime } = await withRole('manager');
  const begun: unknown[] = [];
  let why: 'refused' | 'import_undone' = 'refused';
  runtime.online.write = (call) => {
    if (call.endpoint !== 'createContactImport') return Promise.resolve({ kind: why });
    begun.push(call.key);
    return Promise.resolve({ kind: 'written', value: { id: 5 } as never });
  };
  openField(runtime, '/contacts/import');
  fireEvent.changeText(await screen.findByLabelText('Or paste the lines here'), 'surname\nLee');
  fireEvent.press(await screen.findByText('Import one contact'));
  await screen.findByText(/^The service did not accept this/);
  fireEvent.press(await screen.findByText('Import one contact'));
  await waitFor(() => expect(begun).toHaveLength(2));
  expect(begun[1]).toBe(begun[0]);
  why = 'import_undone';
  fireEvent.press(await screen.findByText('Import one contact'));
  await screen.findByText('Somebody has undone this import');
  fireEvent.press(await screen.findByText('Import one contact'));
  await waitFor(() => expect(begun).toHaveLength(4));
  expect(begun[2]).toBe(begun[0]);
  expect(begun[3]).not.toBe(begun[0]);
});

it('says that the earlier imports are not available without signal', async () => {
  const { runtime } = await withRole('manager');
  openField(runtime, '/contacts/import');
  expect(await screen.findByText('Earlier imports')).toBeTruthy();
  expect(screen.getByText('No signal. Only the service has this.')).toBeTruthy();
});

it('drops a file while it is being read', async () => {
  const { runtime } = await withRole('manager');
  openField(runtime, '/contacts/import');
  const long = ['surname', ...Array.from({ length: 20_000 }, (_, place) => `Lee ${place}`)].join('\n');
  fireEvent.changeText(await screen.findByLabelText('Or paste the lines here'), long);
  fireEvent.press(await screen.findByText('Cancel'));
  expect(screen.queryByText('Reading the lines …')).toBeNull();
  expect(screen.queryByText(/^Import \d/)).toBeNull();
});

it('undoes an import after a question, and names those who stay', async () => {
  const { runtime, fakes } = await withRole('manager');
  fakes.online.listContactImports = {
    good: [{ id: 5, name: 'people.csv', contacts: 12, created_at: '2026-11-13T10:00:00Z' }],
    bad: [],
  };
  fakes.online.undoContactImport = {
    removed: 11,
    more: false,
    stayed: 1,
    people: [{ id: 3, name: 'Ada Lee' }],
  };
  openField(runtime, '/contacts/import');
  fireEvent.press(await screen.findByText('Undo this import'));
  await screen.findByText('Undo the import of people.csv?');
  fireEvent.press(screen.getByText('Undo the import'));
  expect(await screen.findByText(/^Removed: 11\. Stayed, .*gifts, visits or answers: 1$/)).toBeTruthy();
  expect(screen.getByText('Ada Lee')).toBeTruthy();
});

it('says how much of a long undo is done', async () => {
  const { runtime, fakes } = await withRole('manager');
  const created_at = '2026-11-13T10:00:00Z';
  fakes.online.listContactImports = {
    good: [{ id: 5, name: 'people.csv', contacts: 1_200, created_at }],
    bad: [],
  };
  const more = { removed: 500, more: true, stayed: 0, people: [] };
  let sent = 0;
  // The second part is on its way.
  runtime.online.write = () => {
    sent += 1;
    if (sent === 2) return new Promise(() => undefined);
    return Promise.resolve({ kind: 'written', value: more as never });
  };
  openField(runtime, '/contacts/import');
  fireEvent.press(await screen.findByText('Undo this import'));
  fireEvent.press(await screen.findByText('Undo the import'));
  expect(await screen.findByText('Removed so far: 500 of 1,200')).toBeTruthy();
});

it('continues an undo that lost the connection', async () => {
  const { runtime, fakes } = await withRole('manager');
  const created_at = '2026-11-13T10:00:00Z';
  fakes.online.listContactImports = {
    good: [{ id: 5, name: 'people.csv', contacts: 12, created_at, undone_at: created_at }],
    bad: [],
  };
  openField(runtime, '/contacts/import');
  // The rest of its contacts is still there.
  expect(await screen.findByText(/12 contacts · undone in part$/)).toBeTruthy();
  fireEvent.press(screen.getByText('Undo this import'));
  fireEvent.press(await screen.findByText('Undo the import'));
  expect(await screen.findByText('No connection')).toBeTruthy();
  expect(screen.getByText(/^0 contacts were removed\. Undo the import again/)).toBeTruthy();
  fakes.online.undoContactImport = { removed: 12, more: false, stayed: 0, people: [] };
  fireEvent.press(screen.getByText('Undo this import'));
  fireEvent.press(await screen.findByText('Undo the import'));
  expect(await screen.findByText('Removed: 12')).toBeTruthy();
});

it('shows who imported what and when, and the bad lines of an earlier import, also as a file', async () => {
  const { runtime, fakes } = await withRole('manager');
  const bad_lines = [
    { line: 3, column: 'Kontakt', error: 'mail' },
    { line: 9, error: 'cells' },
  ];
  fakes.online.listContactImports = {
    good: [
      {
        id: 5,
        name: 'people.csv',
        contacts: 12,
        created_at: '2026-11-13T10:00:00Z',
        created_by: 1,
        lines: 14,
        bad: 2,
        bad_lines,
      },
    ],
    bad: [],
  };
  openField(runtime, '/contacts/import');
  fireEvent.press(await screen.findByText(/14 lines · 12 contacts · 2 lines not imported/));
  expect(await screen.findByText('Line 3, column Kontakt')).toBeTruthy();
  expect(screen.getByText('This is not a mail address')).toBeTruthy();
  fireEvent.press(screen.getByText('Download as CSV'));
  await waitFor(() => expect(fakes.shared).toHaveLength(1));
  expect(fakes.shared[0]?.text).toContain('3,Kontakt,This is not a mail address');
});

it('is offered to managers, with a template to download', async () => {
  const { runtime, fakes } = await withRole('manager');
  openField(runtime, '/contacts/import');
  fireEvent.press(await screen.findByText('Download a template'));
  await waitFor(() => expect(fakes.shared).toHaveLength(1));
  expect(fakes.shared[0]?.text).toMatch(/firstname,surname,mail/);
});

it('is refused to a volunteer', async () => {
  const { runtime } = await withRole('user');
  openField(runtime, '/contacts/import');
  expect(await screen.findByText('Managers import contacts.')).toBeTruthy();
});

it('reads a file that Excel saved in Windows-1252, shows the encoding, and reads it again in the one that is chosen', async () => {
  // Only a browser has a file dialog, and its decoder has more encodings than that of the phone apps.
  const ofPhone = global.TextDecoder;
  global.TextDecoder = BrowserDecoder as typeof TextDecoder;
  const { runtime } = await withRole('manager');
  const text = 'Vorname,Nachname,Mail\n\nJ\u00fcrgen,M\u00fcller,jm@example.org';
  const bytes = Uint8Array.from([...text].map((letter) => letter.charCodeAt(0)));
  const pickFile = () => Promise.resolve({ kind: 'picked' as const, name: 'members.csv', bytes });
  openField({ ...runtime, device: { ...runtime.device, pickFile } }, '/contacts/import');
  fireEvent.press(await screen.findByText('Choose a file'));
  expect(await screen.findByText('Jürgen Müller')).toBeTruthy();
  expect(screen.getByText('Line 3 · jm@example.org')).toBeTruthy();
  fireEvent.press(screen.getByText('Windows, Western Europe · Jürgen, Müller'));
  fireEvent.press(await screen.findByText('Mac, Western Europe'));
  expect(await screen.findByText('J¸rgen M¸ller')).toBeTruthy();
  global.TextDecoder = ofPhone;
});

it('says what to do with a workbook, with a file without contacts and with one without names of columns', async () => {
  const ofPhone = global.TextDecoder;
  global.TextDecoder = BrowserDecoder as typeof TextDecoder;
  const { runtime } = await withRole('manager');
  let picked = { name: 'members.xlsx', bytes: Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00]) };
  const pickFile = () => Promise.resolve({ kind: 'picked' as const, ...picked });
  const choose = (name: string, text: string) => {
    picked = { name, bytes: Uint8Array.from(Buffer.from(text)) };
    fireEvent.press(screen.getByText('Choose a file'));
  };
  openField({ ...runtime, device: { ...runtime.device, pickFile } }, '/contacts/import');
  fireEvent.press(await screen.findByText('Choose a file'));
  expect(await screen.findByText('members.xlsx is not a CSV file')).toBeTruthy();
  expect(screen.queryByText('Columns')).toBeNull();

  choose('header.csv', 'firstname;surname\n');
  expect(await screen.findByText('There are no contacts in header.csv')).toBeTruthy();
  expect(screen.queryByText('members.xlsx is not a CSV file')).toBeNull();

  choose('bare.csv', 'Ada;Lee\nBo;Ray');
  expect(await screen.findByText('No column is a first name or a surname')).toBeTruthy();
  // The reason is one for all lines.
  expect(screen.queryByText('One line cannot be imported')).toBeNull();
  fireEvent.press(screen.getByRole('button', { name: /^Lee/ }));
  fireEvent.press((await screen.findAllByText('Surname')).at(-1)!);
  expect(await screen.findByText('Import one contact')).toBeTruthy();
  expect(screen.queryByText('No column is a first name or a surname')).toBeNull();
  global.TextDecoder = ofPhone;
});

it('holds a newer build back while lines are chosen', async () => {
  const { runtime, fakes } = await withRole('manager');
  fakes.update.offer(() => undefined);
  openField(runtime, '/contacts/import');
  const field = await screen.findByLabelText('Or paste the lines here');
  fireEvent.changeText(field, lines);
  await screen.findByText('Ada Lee');
  expect(runtime.update.apply()).toBe('form_open');
  fireEvent.changeText(field, '');
  await waitFor(() => expect(runtime.update.apply()).toBe('started'));
});

it('says that a file could not be shared', async () => {
  const { runtime, fakes } = await withRole('manager');
  fakes.shareResult = 'failed';
  openField(runtime, '/contacts/import');
  fireEvent.press(await screen.findByText('Download a template'));
  expect(await screen.findByText('Sharing failed')).toBeTruthy();
});
