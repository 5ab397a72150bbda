import { fireEvent, screen } from 'expo-router/testing-library';

import { setFact } from '@/db/facts';

import { openOrganiser, withSpace } from '../support/organiser';
import { press, settle, type } from '../support/render';
import { saturday } from '../support/runtime';

const at = (hoursAgo: number) => new Date(saturday - hoursAgo * 3_600_000).toISOString();
const nightly = {
  id: 3,
  name: 'Nightly export',
  rights: ['read', 'new_right'],
  user: { id: 1, name: 'Marc Dulac' },
  created_at: at(48),
  expires_at: '2027-02-01T10:00:00Z',
};
const pageOf = (...good: (typeof nightly)[]) => ({ good, bad: [] });

it('creates a token, shows it once, and lists it without its secret', async () => {
  const { runtime, fakes } = await withSpace('admin');
  await runtime.store.write((tx) => setFact(tx, runtime.scope, 'capabilities', ['tokens']));
  fakes.online.listTokens = pageOf();
  openOrganiser(runtime, '/settings');
  await screen.findByRole('button', { name: /^Tokens for scripts/ });
  await press('button', /^Tokens for scripts/);
  expect(await screen.findByText('No tokens')).toBeTruthy();
  await press('button', 'New token');
  await press('button', 'Create token');
  expect(await screen.findByText('Give the token a name.')).toBeTruthy();
  await type('Name', 'Nightly export');
  fireEvent.press(screen.getByRole('checkbox', { name: 'Read and change payments' }));
  await press('radio', '30 days');
  await press('button', 'Create token');
  expect(await screen.findByText('No signal. Only the service has this.')).toBeTruthy();
  fakes.online.createToken = { id: 3, token: 'the-secret' };
  fakes.online.listTokens = pageOf(nightly);
  await press('button', 'Create token');
  const body = { data: { name: 'Nightly export', rights: ['read', 'money'], days: 30 } };
  expect(fakes.written).toEqual([{ endpoint: 'createToken', params: undefined, body }]);
  expect(await screen.findByDisplayValue('the-secret')).toBeTruthy();
  await press('button', 'Copy or share');
  expect(fakes.sharedTexts).toEqual(['the-secret']);
  await press('button', 'I have stored the token');
  expect(screen.queryByDisplayValue('the-secret')).toBeNull();
  const detail =
    'Read everything but the audit log, new_right · Marc Dulac · Never used · Expires on 1 Feb 2027';
  expect(await screen.findByText(detail)).toBeTruthy();
});

it('asks for the second step before a token is made, and keeps what was typed', async () => {
  const { runtime, fakes } = await withSpace('admin');
  await runtime.store.write((tx) => setFact(tx, runtime.scope, 'capabilities', ['tokens']));
  fakes.online.listTokens = pageOf();
  runtime.online.write = () => Promise.resolve({ kind: 'second_step' });
  openOrganiser(runtime, '/tokens');
  await screen.findByText('No tokens');
  await press('button', 'New token');
  await type('Name', 'Nightly export');
  await press('button', 'Create token');
  expect(await screen.findByText('Confirm with your second step first, then try again.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Open the second step' })).toBeTruthy();
  expect(screen.getByDisplayValue('Nightly export')).toBeTruthy();
});

it('revokes a token after confirmation', async () => {
  const { runtime, fakes } = await withSpace('admin');
  fakes.online.listTokens = pageOf(nightly);
  fakes.online.revokeToken = { id: 3 };
  openOrganiser(runtime, '/tokens');
  await screen.findByText('Nightly export');
  await press('button', 'Revoke');
  expect(fakes.written).toEqual([]);
  fakes.online.listTokens = pageOf();
  await press('button', 'Revoke token');
  expect(fakes.written).toEqual([{ endpoint: 'revokeToken', params: { id: 3 }, body: undefined }]);
  expect(await screen.findByText('No tokens')).toBeTruthy();
});

it('needs signal, and an admin', async () => {
  const admin = await withSpace('admin');
  openOrganiser(admin.runtime, '/tokens');
  expect(await screen.findByText('No signal. Only the service has this.')).toBeTruthy();
  await settle();
  expect(screen.queryByRole('button', { name: 'New token' })).toBeNull();
});

it('is not offered to a manager', async () => {
  const { runtime } = await withSpace('manager');
  openOrganiser(runtime, '/tokens');
  expect(await screen.findByText('Only admins can create tokens.')).toBeTruthy();
});
