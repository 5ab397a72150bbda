import { screen } from 'expo-router/testing-library';

import { setFact } from '@/db/facts';
import { enqueue } from '@/db/outbox/outbox';
import { userUpdateRow } from '@/features/people/mutations';

import { openOrganiser, withSpace } from '../support/organiser';
import { press, settle } from '../support/render';

async function openYou(capabilities: string[] = ['membership']) {
  const test = await withSpace('user');
  await test.store.write((tx) => setFact(tx, test.scope, 'capabilities', capabilities));
  test.fakes.online.changeMembership = { id: 1, state: 'removed' };
  const app = openOrganiser(test.runtime, '/you');
  await screen.findByRole('button', { name: 'Sign out' });
  return { ...test, app };
}

it('leaves the space after saying what happens', async () => {
  const { fakes, scope, app } = await openYou();
  await screen.findByRole('button', { name: 'Leave this space' });
  await press('button', 'Leave this space');
  expect(screen.getByText(/Only a manager can let you in again/)).toBeTruthy();
  expect(fakes.written).toEqual([]);
  await press('button', 'Leave now');
  expect(fakes.written).toEqual([
    { endpoint: 'changeMembership', params: { id: scope.userId }, body: { data: { state: 'removed' } } },
  ]);
  // The next request is refused, and the phone deletes what it downloaded.
  expect(fakes.sendNows).toBe(1);
  expect(app.getPathname()).toBe('/');
});

it('says that the last admin cannot leave', async () => {
  const { runtime, fakes } = await openYou();
  runtime.online.write = () => Promise.resolve({ kind: 'refused' });
  await screen.findByRole('button', { name: 'Leave this space' });
  await press('button', 'Leave this space');
  await press('button', 'Leave now');
  expect(await screen.findByText(/^You are the last admin/)).toBeTruthy();
  expect(fakes.sendNows).toBe(0);
});

it('is refused while records of the space are only on this phone', async () => {
  const test = await withSpace('user');
  await test.store.write((tx) => setFact(tx, test.scope, 'capabilities', ['membership']));
  const profile = { id: 'row-1', seen: { id: 1 }, who: 'Marc' };
  const row = userUpdateRow(profile, { mail: 'marc@example.org', city: 'Lyon' });
  await test.store.write((tx) => enqueue(tx, test.scope, row, test.runtime.now()));
  openOrganiser(test.runtime, '/you');
  await screen.findByRole('button', { name: 'Leave this space' });
  await settle();
  await press('button', 'Leave this space');
  expect(await screen.findByText('Send your records first')).toBeTruthy();
  expect(screen.queryByText('Leave now')).toBeNull();
  expect(test.fakes.written).toEqual([]);
});

it('is not offered where the service cannot', async () => {
  await openYou([]);
  await settle();
  expect(screen.queryByText('Leave this space')).toBeNull();
});
