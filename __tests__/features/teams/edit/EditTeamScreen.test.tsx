import { fireEvent } from '@testing-library/react-native';
import { screen } from 'expo-router/testing-library';

import { listOutbox } from '@/db/outbox/outbox';
import { applyTeams } from '@/db/teams';

import { press, settle, type } from '../../support/render';
import { openOrganiser, withSpace } from '../../support/organiser';

it('creates a team that is on the phone immediately, with people picked by search', async () => {
  const { runtime, store, scope } = await withSpace('manager');
  openOrganiser(runtime, '/teams/new');
  await screen.findByLabelText('Name');
  await press('button', 'Save');
  expect(screen.getByText('A team needs a name.')).toBeTruthy();
  await type('Name', 'Harbour');
  await press('button', 'Add a leader');
  await type('Search', 'amina');
  await tick('Amina Berger');
  await press('button', 'Done');
  await type('Town', 'Lyon');
  await press('button', 'Save');
  const [row] = await listOutbox(store, scope);
  expect(row).toMatchObject({ kind: 'team_create', entity: `team:${row?.id}`, who: 'Harbour' });
  expect(JSON.parse(row?.body ?? '').data.team).toEqual({
    name: 'Harbour',
    private: false,
    hide_users: false,
    leaders: [{ id: 4 }],
    users: [],
    address: { city: 'Lyon' },
  });
  expect(await screen.findByText('The team')).toBeTruthy();
});

it('stores an edit with the team that was seen, for the merge with what others changed', async () => {
  const { runtime, store, scope } = await withSpace('manager');
  openOrganiser(runtime, '/teams/7/edit');
  await screen.findByLabelText('Name');
  await press('button', 'Save');
  expect(screen.getByText('You have not changed anything.')).toBeTruthy();
  await type('About the team', 'Tuesdays');
  await press('button', 'Save');
  const [row] = await listOutbox(store, scope);
  expect(row).toMatchObject({ kind: 'team_edit', entity: 'team:7' });
  expect(row?.base).toMatchObject({ id: 7, name: 'Plateau' });
  expect(JSON.parse(row?.body ?? '').data.team).toMatchObject({
    id: 7,
    description: 'Tuesdays',
    leaders: [{ id: 4 }],
    users: [{ id: 1 }],
  });
});

it('lets a leader choose among those who are in the team only', async () => {
  const { runtime, store, scope } = await withSpace('user');
  const mine = { id: 8, name: 'Mine', leaders: [{ id: 1 }], users: [{ id: 4, firstname: 'Amina' }] };
  await store.write((tx) => applyTeams(tx, scope, [mine]));
  openOrganiser(runtime, '/teams/8/edit');
  expect(await screen.findByText('A manager adds people who are not in the team yet.')).toBeTruthy();
  await press('button', 'Add a leader');
  await tick('Amina Berger');
  expect(screen.queryByRole('checkbox', { name: 'Zoé Oger' })).toBeNull();
  await press('button', 'Done');
  await press('button', 'Save');
  const [row] = await listOutbox(store, scope);
  expect(JSON.parse(row?.body ?? '').data.team).toMatchObject({ leaders: [{ id: 1 }, { id: 4 }], users: [] });
});

it('requires confirmation before it deletes a team', async () => {
  const { runtime, store, scope } = await withSpace('manager');
  openOrganiser(runtime, '/teams/7/edit');
  await screen.findByLabelText('Name');
  await press('button', 'Remove team');
  expect(screen.getByText('Remove Plateau?')).toBeTruthy();
  expect(await listOutbox(store, scope)).toEqual([]);
  await press('button', 'Remove');
  const [row] = await listOutbox(store, scope);
  expect(row).toMatchObject({ kind: 'team_delete', entity: 'team:7', body: '' });
});

async function tick(name: string) {
  fireEvent.press(await screen.findByRole('checkbox', { name }));
  await settle();
}
