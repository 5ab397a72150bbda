import { fireEvent, screen, waitFor } from 'expo-router/testing-library';

import { setFact } from '@/db/facts';

import { openOrganiser, withSpace } from '../support/organiser';
import { press, type } from '../support/render';

const settings = {
  name: 'Riverside',
  second_factor_required: false,
  newcomer_codes: false,
  audit_days: 730,
  mail_days: 30,
  response_days: 730,
  visibility: 'assigned',
};

async function openAs(role: 'admin' | 'manager' | 'user') {
  const test = await withSpace(role);
  const { runtime } = test;
  await runtime.store.write((tx) =>
    setFact(tx, runtime.scope, 'capabilities', ['space_settings', 'newcomer_codes', 'map_tiles'])
  );
  return test;
}

it('changes the name, the rules and the retention of the space, and sends what differs', async () => {
  const { runtime, fakes } = await openAs('admin');
  fakes.online.getSpace = settings;
  fakes.online.updateSpace = settings;
  openOrganiser(runtime, '/settings');
  await screen.findByRole('button', { name: /^Settings of the space/ });
  await press('button', /^Settings of the space/);
  expect(await screen.findByDisplayValue('Riverside')).toBeTruthy();
  await type('Name of the space', ' ');
  await type('Days the audit log is stored', '30');
  await press('button', 'Save');
  expect(await screen.findByText('Give the space a name.')).toBeTruthy();
  expect(screen.getByText('Enter a whole number from 90 to 3650.')).toBeTruthy();
  expect(fakes.written).toEqual([]);
  await type('Name of the space', 'Riverside North');
  await type('Days the audit log is stored', '365');
  fireEvent.press(screen.getByRole('checkbox', { name: /^Managers and admins need a second step/ }));
  await press('radio', /^Everyone in the space/);
  await press('button', 'Save');
  expect(await screen.findByText('Delete older data?')).toBeTruthy();
  expect(fakes.written).toEqual([]);
  await press('button', 'Save and delete');
  await waitFor(() => expect(fakes.written).toHaveLength(1));
  const changed = { name: 'Riverside North', second_factor_required: true, audit_days: 365 };
  const body = { data: { ...changed, visibility: 'everyone' } };
  expect(fakes.written).toEqual([{ endpoint: 'updateSpace', params: undefined, body }]);
});

it('takes the tile server of the organisation with its attribution, and says what is wrong at the field', async () => {
  const { runtime, fakes } = await openAs('admin');
  fakes.online.getSpace = settings;
  fakes.online.updateSpace = settings;
  openOrganiser(runtime, '/space');
  await screen.findByLabelText('Address of the tiles');
  await type('Address of the tiles', 'http://tiles.example.org/{z}/{x}/{y}.png');
  await press('button', 'Save');
  expect(await screen.findByText(/^Enter an address that starts with https/)).toBeTruthy();
  expect(screen.getByText(/^Say who made the map/)).toBeTruthy();
  expect(fakes.written).toEqual([]);
  await type('Address of the tiles', ' https://tiles.example.org/{z}/{x}/{y}.png');
  await type('Attribution', '© Town ');
  await press('button', 'Save');
  await waitFor(() => expect(fakes.written).toHaveLength(1));
  const tiles = { url: 'https://tiles.example.org/{z}/{x}/{y}.png', attribution: '© Town' };
  expect(fakes.written[0]?.body).toEqual({ data: { map_tiles: tiles } });
});

it('shows both values in words when another admin changed the same, and sends the chosen one', async () => {
  const { runtime, fakes } = await openAs('admin');
  const seen = { ...settings, map_tiles: { url: 'https://a.org/{z}/{x}/{y}', attribution: 'A' } };
  fakes.online.getSpace = seen;
  fakes.online.updateSpace = seen;
  openOrganiser(runtime, '/space');
  await screen.findByLabelText('Address of the tiles');
  await type('Name of the space', 'Riverside North');
  await type('Address of the tiles', 'https://mine.org/{z}/{x}/{y}');
  await press('radio', /^Everyone in the space/);
  // Meanwhile: another name and another server, and another number of days, which nobody else touched.
  const theirs = { url: 'https://theirs.org/{z}/{x}/{y}', attribution: 'Their town' };
  fakes.online.getSpace = { ...seen, name: 'Riverside South', map_tiles: theirs, mail_days: 60 };
  await press('button', 'Save');
  expect(await screen.findByText('Two people changed this')).toBeTruthy();
  expect(fakes.written).toEqual([]);
  await press('radio', /Riverside South$/);
  await press('radio', /https:\/\/mine\.org/);
  expect(screen.getByRole('radio', { name: /https:\/\/theirs\.org.* Their town$/ })).toBeTruthy();
  await press('button', 'Use these values');
  await press('button', 'Save');
  await waitFor(() => expect(fakes.written).toHaveLength(1));
  const mine = { url: 'https://mine.org/{z}/{x}/{y}', attribution: 'A' };
  expect(fakes.written[0]?.body).toEqual({ data: { visibility: 'everyone', map_tiles: mine } });
});

it('asks for the second step before it is required of others, and keeps what was typed', async () => {
  const { runtime, fakes } = await openAs('admin');
  fakes.online.getSpace = settings;
  runtime.online.write = () => Promise.resolve({ kind: 'second_step' });
  openOrganiser(runtime, '/space');
  await screen.findByDisplayValue('Riverside');
  fireEvent.press(screen.getByRole('checkbox', { name: /^Managers and admins need a second step/ }));
  await press('button', 'Save');
  expect(await screen.findByText(/^Confirm with your second step/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Open the second step' })).toBeTruthy();
  expect(
    screen.getByRole('checkbox', { name: /^Managers and admins need a second step/, checked: true })
  ).toBeTruthy();
});

it('lets a manager decide about newcomers only', async () => {
  const { runtime, fakes } = await openAs('manager');
  fakes.online.getSpace = settings;
  fakes.online.updateSpace = { ...settings, newcomer_codes: true };
  openOrganiser(runtime, '/space');
  fireEvent.press(await screen.findByRole('checkbox', { name: /^Leaders may let newcomers/ }));
  expect(screen.queryByText('Name of the space')).toBeNull();
  expect(screen.queryByText('How long data is stored')).toBeNull();
  await press('button', 'Save');
  await waitFor(() => expect(fakes.written).toHaveLength(1));
  expect(fakes.written[0]?.body).toEqual({ data: { newcomer_codes: true } });
});

it('needs signal', async () => {
  const { runtime } = await openAs('admin');
  openOrganiser(runtime, '/space');
  expect(await screen.findByText('No signal. Only the service has this.')).toBeTruthy();
});

it('is not offered to volunteers', async () => {
  const { runtime } = await openAs('user');
  openOrganiser(runtime, '/space');
  expect(await screen.findByText('For managers and admins')).toBeTruthy();
});
