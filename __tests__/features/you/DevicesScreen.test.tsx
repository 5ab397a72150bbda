import { screen } from 'expo-router/testing-library';

import { saturday } from '../support/runtime';
import { press, settle } from '../support/render';
import { openOrganiser, withSpace } from '../support/organiser';

const at = (hoursAgo: number) => new Date(saturday - hoursAgo * 3_600_000).toISOString();
const phone = { id: 1, name: 'Pixel 8', created_at: at(90), last_used_at: at(0), current: true };
const tablet = { id: 2, name: 'The shared tablet', created_at: at(80), last_used_at: at(2), current: false };

it('lists where one is signed in, and signs a lost device out after asking', async () => {
  const { runtime, hands } = await withSpace('user');
  hands.devices = { kind: 'listed', devices: [phone, tablet] };
  openOrganiser(runtime, '/devices');
  expect(await screen.findByText('Pixel 8')).toBeTruthy();
  expect(screen.getByText('This device')).toBeTruthy();
  await press('button', 'Sign out');
  expect(hands.signedOut).toEqual([]);
  expect(await screen.findByText('Sign out The shared tablet?')).toBeTruthy();
  hands.devices = { kind: 'listed', devices: [phone] };
  await press('button', 'Sign out device');
  expect(hands.signedOut).toEqual(['device 2']);
  expect(await screen.findByText('The shared tablet is signed out')).toBeTruthy();
});

it('says why it does not know, and tries again', async () => {
  const { runtime, hands } = await withSpace('user');
  openOrganiser(runtime, '/devices');
  expect(await screen.findByText('No signal. Only the service has this list.')).toBeTruthy();
  hands.devices = { kind: 'listed', devices: [phone] };
  await press('button', 'Try again');
  expect(await screen.findByText('Pixel 8')).toBeTruthy();
});

it('lets a manager sign somebody out everywhere, and offers it to nobody else', async () => {
  const manager = await withSpace('manager');
  openOrganiser(manager.runtime, '/people/4');
  await screen.findByRole('button', { name: 'Sign out everywhere' });
  await press('button', 'Sign out everywhere');
  expect(manager.hands.signedOut).toEqual([]);
  await press('button', 'Sign out now');
  expect(manager.hands.signedOut).toEqual(['user 4']);
});

it('does not offer a volunteer to sign anybody out', async () => {
  const { runtime } = await withSpace('user');
  openOrganiser(runtime, '/people/4');
  await screen.findByText('Teams');
  await settle();
  expect(screen.queryByRole('button', { name: 'Sign out everywhere' })).toBeNull();
});
