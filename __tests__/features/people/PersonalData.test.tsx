import { screen } from 'expo-router/testing-library';

import { setFact } from '@/db/facts';

import { openOrganiser, withSpace } from '../support/organiser';
import { press, settle } from '../support/render';

async function openPerson(role: 'admin' | 'manager', id = 4) {
  const test = await withSpace(role);
  await test.runtime.store.write((tx) => setFact(tx, test.runtime.scope, 'capabilities', ['erasure']));
  openOrganiser(test.runtime, `/people/${id}`);
  await screen.findByText('Teams');
  await settle();
  return test;
}

it('exports everything about a person as a file', async () => {
  const { fakes } = await openPerson('admin');
  await press('button', 'Export everything about this person');
  expect(await screen.findByText('No signal. Only the service has this.')).toBeTruthy();
  const file = { name: 'user-4.json', type: 'application/json', text: '{}' };
  fakes.online.exportUser = file;
  await press('button', 'Export everything about this person');
  expect(fakes.shared).toEqual([file]);
});

it('erases a person after a confirmation that says what happens', async () => {
  const { fakes } = await openPerson('admin');
  fakes.online.eraseUser = { id: 4 };
  await press('button', 'Erase this person');
  expect(screen.getByText('Erase Amina Berger for good?')).toBeTruthy();
  expect(screen.getByText(/Payments that this person recorded stay under a number/)).toBeTruthy();
  expect(fakes.written).toEqual([]);
  await press('button', 'Erase for good');
  expect(fakes.written).toEqual([{ endpoint: 'eraseUser', params: { id: 4 }, body: undefined }]);
  expect(await screen.findByText('Amina Berger is erased')).toBeTruthy();
  expect(fakes.sendNows).toBe(1);
});

it('asks for the second step first where the service needs it', async () => {
  const { runtime } = await openPerson('admin');
  runtime.online.write = () => Promise.resolve({ kind: 'second_step' });
  await press('button', 'Erase this person');
  await press('button', 'Erase for good');
  expect(await screen.findByText('Confirm with your second step first, then try again.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Open the second step' })).toBeTruthy();
});

it('does not offer an admin to erase themselves', async () => {
  await openPerson('admin', 1);
  expect(screen.getByRole('button', { name: 'Export everything about this person' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Erase this person' })).toBeNull();
});

it('offers neither to a manager', async () => {
  await openPerson('manager');
  expect(screen.queryByText('Personal data')).toBeNull();
});
