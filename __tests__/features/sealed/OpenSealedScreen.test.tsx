import { fireEvent, screen, waitFor } from 'expo-router/testing-library';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';

import { enqueue, listOutbox } from '@/db/outbox/outbox';
import { toExportFile } from '@/features/outbox/exportFile';

import { capture } from '../../db/harness';
import { openOrganiser, withSpace } from '../support/organiser';
import { press } from '../support/render';
import { saturday } from '../support/runtime';

/** A manager, and the sealed file of a phone with a record of €20. */
async function open(role: 'manager' | 'user', spaceId?: number) {
  const test = await withSpace(role);
  const { store, scope, runtime } = test;
  const identity = await generateX25519Identity();
  const row = capture({ id: 'one', who: 'Amélie Rousseau', amount: 2_000, currency: 'eur' });
  await store.write((tx) => enqueue(tx, scope, row, saturday));
  const { text } = toExportFile(
    await listOutbox(store, scope),
    { ...scope, spaceId: spaceId ?? scope.spaceId },
    saturday
  );
  const sealed = await runtime.device.seal(text, await identityToRecipient(identity));
  openOrganiser(runtime, '/sealed');
  return { ...test, identity, sealed };
}

const type = (label: string, text: string) => fireEvent.changeText(screen.getByLabelText(label), text);

it('shows the records of the file, saves them as a table and keeps no key', async () => {
  const { fakes, identity, sealed, store } = await open('manager');
  await screen.findByLabelText('Secret key');
  type('Or paste the content of the file', sealed);
  type('Secret key', 'AGE-SECRET-KEY-1');
  await press('button', 'Open');
  expect(await screen.findByText('This is not a secret key, or a letter of it is wrong.')).toBeTruthy();
  type('Secret key', identity);
  await press('button', 'Open');
  expect(await screen.findByText('1 record')).toBeTruthy();
  expect(screen.getByText('Amélie Rousseau')).toBeTruthy();
  expect(screen.getByLabelText('Secret key').props.value).toBe('');
  await press('button', 'Save as table (CSV)');
  await waitFor(() => expect(fakes.shared).toHaveLength(1));
  expect(fakes.shared[0]?.text).toContain('Amélie Rousseau,20.00,EUR');
  // The key is in no draft and in no setting.
  for (const table of ['drafts', 'facts', 'outbox'])
    expect(JSON.stringify(await store.all(`SELECT * FROM ${table}`, []))).not.toContain(identity);
});

it('says that its code could not be loaded, and keeps what was typed', async () => {
  const { runtime, identity, sealed } = await open('manager');
  await screen.findByLabelText('Secret key');
  runtime.device.openSealed = () => Promise.reject(new Error('offline'));
  type('Or paste the content of the file', sealed);
  type('Secret key', identity);
  await press('button', 'Open');
  expect(await screen.findByText(/^This part of Doorstep could not be loaded\./)).toBeTruthy();
  expect(screen.getByLabelText('Secret key').props.value).toBe(identity);
});

it('does not show the records of another space, and says where to open them', async () => {
  const { identity, sealed } = await open('manager', 99);
  await screen.findByLabelText('Secret key');
  type('Or paste the content of the file', sealed);
  type('Secret key', identity);
  await press('button', 'Open');
  expect(
    await screen.findByText(/^These records belong to another space\. Switch to that space/)
  ).toBeTruthy();
  expect(screen.queryByText('Amélie Rousseau')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save as table (CSV)' })).toBeNull();
});

it('says that a file has no records, and saves no empty table', async () => {
  const { runtime, scope, identity } = await open('manager');
  const { text } = toExportFile([], scope, saturday);
  await screen.findByLabelText('Secret key');
  type(
    'Or paste the content of the file',
    await runtime.device.seal(text, await identityToRecipient(identity))
  );
  type('Secret key', identity);
  await press('button', 'Open');
  expect(await screen.findByText('The file opens, but contains no unsent records of Doorstep.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save as table (CSV)' })).toBeNull();
});

it('is for managers', async () => {
  await open('user');
  expect(await screen.findByText('Only managers open encrypted files')).toBeTruthy();
});
