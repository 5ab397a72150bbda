import { screen } from 'expo-router/testing-library';

import { applyUsers, getUser } from '@/db/users';

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

const secondStep = {
  is_on: false,
  is_required: false,
  recovery_codes_left: 0,
  url: 'https://one.example/page',
};

it('shows a manager whether signing in takes a second step, and opens its page', async () => {
  const { runtime, fakes } = await withSpace('manager');
  fakes.secondStep = { kind: 'known', secondStep };
  openOrganiser(runtime, '/you');
  expect(await screen.findByText('Off. Set it up to protect your account.')).toBeTruthy();
  await press('button', /Second step when you sign in/);
  expect(fakes.opened).toEqual(['https://one.example/page']);
});

it('shows a volunteer the second step only if it is on or required', async () => {
  const { runtime, fakes } = await withSpace('user');
  fakes.secondStep = { kind: 'known', secondStep };
  openOrganiser(runtime, '/you');
  expect(await screen.findByText('Where you are signed in')).toBeTruthy();
  await settle();
  expect(screen.queryByText('Second step when you sign in')).toBeNull();
});

it('shows how many recovery codes are left', async () => {
  const { runtime, fakes } = await withSpace('user');
  fakes.secondStep = { kind: 'known', secondStep: { ...secondStep, is_on: true, recovery_codes_left: 9 } };
  openOrganiser(runtime, '/you');
  expect(await screen.findByText('On · 9 recovery codes left')).toBeTruthy();
});

it('has no second step where the service has none', async () => {
  const { runtime, fakes } = await withSpace('manager');
  fakes.secondStep = { kind: 'refused' };
  openOrganiser(runtime, '/you');
  expect(await screen.findByText('Where you are signed in')).toBeTruthy();
  await settle();
  expect(screen.queryByText('Second step when you sign in')).toBeNull();
});

it('lets an admin reset the second step of a person, after their own', async () => {
  const { runtime, fakes, store, scope } = await withSpace('admin');
  const person = await getUser(store, scope, 4);
  await store.write((tx) => applyUsers(tx, scope, [{ ...person, id: 4, two_factor_enable: true }]));
  fakes.resetResult = 'second_step';
  openOrganiser(runtime, '/people/4');
  await screen.findByRole('button', { name: 'Reset second step' });
  await press('button', 'Reset second step');
  expect(fakes.signedOut).toEqual([]);
  await press('button', 'Reset now');
  expect(fakes.signedOut).toEqual(['second step 4']);
  expect(
    await screen.findByText('Confirm with your own second step first. You find it under You.')
  ).toBeTruthy();
});

it('lets a manager sign a person out on all devices', async () => {
  const manager = await withSpace('manager');
  openOrganiser(manager.runtime, '/people/4');
  await screen.findByRole('button', { name: 'Sign out of this space' });
  await press('button', 'Sign out of this space');
  expect(manager.fakes.signedOut).toEqual([]);
  await press('button', 'Sign out now');
  expect(manager.fakes.signedOut).toEqual(['user 4']);
});

it('does not offer a volunteer to sign other people out', async () => {
  const { runtime } = await withSpace('user');
  openOrganiser(runtime, '/people/4');
  await screen.findByText('Teams');
  await settle();
  expect(screen.queryByRole('button', { name: 'Sign out of this space' })).toBeNull();
});
