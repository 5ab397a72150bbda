import { screen } from 'expo-router/testing-library';

import { setFact } from '@/db/facts';
import { listOutbox } from '@/db/outbox/outbox';

import { openOrganiser, withSpace } from '../support/organiser';
import { press, type } from '../support/render';

const dates = { created_at: '2026-11-10T10:00:00Z', expires_at: '2026-11-24T10:00:00Z' };

async function withInvitations() {
  const test = await withSpace('manager');
  await test.store.write((tx) => setFact(tx, test.scope, 'capabilities', ['invitations_list']));
  test.fakes.online.listInvitations = {
    good: [
      { id: 1, email: 'ben@example.org', state: 'failed', failure: 'refused', ...dates },
      { id: 2, email: 'ana@example.org', state: 'accepted', ...dates },
    ],
    bad: [],
  };
  test.fakes.online.sendInvitation = { id: 1, message: 'ok' };
  test.fakes.online.withdrawInvitation = { id: 1, message: 'ok' };
  return test;
}

it('shows what became of every invitation, why one failed, and sends it again', async () => {
  const { runtime, fakes } = await withInvitations();
  openOrganiser(runtime, '/people/invitations');
  expect(await screen.findByText('Accepted')).toBeTruthy();
  await press('button', /^ben@example.org/);
  expect(screen.getByText('The mail server refused this address. Check the spelling.')).toBeTruthy();
  await press('button', 'Send again');
  expect(fakes.written.map(({ endpoint, params }) => [endpoint, params])).toEqual([
    ['sendInvitation', { id: 1 }],
  ]);
});

it('withdraws an open one and offers nothing for an accepted one', async () => {
  const { runtime, fakes } = await withInvitations();
  openOrganiser(runtime, '/people/invitations');
  await screen.findByText('Accepted');
  await press('button', /^ana@example.org/);
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  await press('button', 'Close');
  await press('button', /^ben@example.org/);
  await press('button', 'Withdraw');
  expect(screen.getByText('Withdraw this invitation?')).toBeTruthy();
  await press('button', 'Cancel');
  expect(fakes.written).toEqual([]);
  await press('button', 'Withdraw');
  await press('button', 'Withdraw the invitation');
  expect(fakes.written.map(({ endpoint }) => endpoint)).toEqual(['withdrawInvitation']);
});

it('invites into a team where the service supports it', async () => {
  const { runtime, store, scope } = await withInvitations();
  openOrganiser(runtime, '/people/invite');
  await screen.findByRole('radio', { name: 'Plateau' });
  await type('Mail addresses', 'ben@example.org');
  await press('radio', 'Plateau');
  await press('button', 'Invite 1 person');
  const [row] = await listOutbox(store, scope);
  expect(JSON.parse(row?.body ?? '').data.invitations).toEqual([{ email: 'ben@example.org', team_id: 7 }]);
});

it('lets a newer build start once the invitations are saved', async () => {
  const { runtime, fakes } = await withInvitations();
  fakes.update.offer(() => undefined);
  openOrganiser(runtime, '/people/invite');
  await screen.findByLabelText('Mail addresses');
  await type('Mail addresses', 'ben@example.org, nobody');
  expect(runtime.update.apply()).toBe('form_open');
  await press('button', 'Invite 1 person');
  // What could not be sent is typed text, and stays.
  expect(screen.getByLabelText('Mail addresses').props.value).toBe('nobody');
  expect(runtime.update.apply()).toBe('form_open');
  await type('Mail addresses', 'ana2@example.org');
  await press('button', 'Invite 1 person');
  expect(runtime.update.apply()).toBe('started');
});
