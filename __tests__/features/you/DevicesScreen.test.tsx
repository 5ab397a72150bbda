import { screen } from 'expo-router/testing-library';

import { saturday } from '../support/runtime';
import { press, settle } from '../support/render';
import { openOrganiser, withSpace } from '../support/organiser';

const at = (hoursAgo: number) => new Date(saturday - hoursAgo * 3_600_000).toISOString();
const phone = { id: 1, name: 'Pixel 8', created_at: at(90), last_used_at: at(0), current: true };
const tablet = { id: 2, name: 'The shared tablet', created_at: at(80), last_used_at: at(2), current: false };

it('lists the signed-in devices, and signs a lost one out after confirmation', async () => {
  const { runtime, fakes } = await withSpace('user');
  fakes.devices = { kind: 'listed', devices: [phone, tablet] };
  openOrganiser(runtime, '/devices');
  expect(await screen.findByText('Pixel 8')).toBeTruthy();
  expect(screen.getByText('This device')).toBeTruthy();
  await press('button', 'Sign out');
  expect(fakes.signedOut).toEqual([]);
  expect(await screen.findByText('Sign out The shared tablet?')).toBeTruthy();
  fakes.devices = { kind: 'listed', devices: [phone] };
  await press('button', 'Sign out device');
  expect(fakes.signedOut).toEqual(['device 2']);
  expect(await screen.findByText('The shared tablet is signed out')).toBeTruthy();
});

it('shows why the list is missing, and retries', async () => {
  const { runtime, fakes } = await withSpace('user');
  openOrganiser(runtime, '/devices');
  expect(await screen.findByText('No signal. Only the service has this list.')).toBeTruthy();
  fakes.devices = { kind: 'listed', devices: [phone] };
  await press('button', 'Try again');
  expect(await screen.findByText('Pixel 8')).toBeTruthy();
});

it('lets a manager sign a person out on all devices', async () => {
  const manager = await withSpace('manager');
  openOrganiser(manager.runtime, '/people/4');
  await screen.findByRole('button', { name: 'Sign out everywhere' });
  await press('button', 'Sign out everywhere');
  expect(manager.fakes.signedOut).toEqual([]);
  await press('button', 'Sign out now');
  expect(manager.fakes.signedOut).toEqual(['user 4']);
});

it('does not offer a volunteer to sign other people out', async () => {
  const { runtime } = await withSpace('user');
  openOrganiser(runtime, '/people/4');
  await screen.findByText('Teams');
  await settle();
  expect(screen.queryByRole('button', { name: 'Sign out everywhere' })).toBeNull();
});
