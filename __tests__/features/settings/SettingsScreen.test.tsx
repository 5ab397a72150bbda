import { fireEvent, screen } from 'expo-router/testing-library';

import { StoreError } from '@/db/errors';
import { quarantine } from '@/db/pull/quarantine';
import { getTreasurerKey } from '@/db/treasurerKey';

import { saturday } from '../support/runtime';
import { press, settle, type } from '../support/render';
import { openOrganiser, withSpace } from '../support/organiser';

it('shows the catalogue as volunteers see it, with hidden prices marked', async () => {
  const { runtime } = await withSpace('user');
  openOrganiser(runtime, '/catalogue');
  expect(await screen.findByText('Full')).toBeTruthy();
  expect(screen.getByText('1 year from the first day')).toBeTruthy();
  expect(screen.getByText('Any amount')).toBeTruthy();
  expect(screen.getByText('Gala')).toBeTruthy();
  expect(screen.getByText('Hidden')).toBeTruthy();
  expect(screen.getByText('No longer used')).toBeTruthy();
  expect(screen.getByText('Cash and Card')).toBeTruthy();
  expect(screen.getByText('B-12')).toBeTruthy();
  expect(screen.getByText('receipt footer')).toBeTruthy();
  expect(screen.getByText('current · from')).toBeTruthy();
});

it('stores the appearance of the app', async () => {
  const { runtime } = await withSpace('user');
  const set = jest.spyOn(runtime.preferences, 'set');
  openOrganiser(runtime, '/settings');
  await screen.findByText('Settings');
  await press('radio', 'Dark');
  expect(set).toHaveBeenCalledWith({ theme: 'dark' });
  await press('radio', 'Largest');
  expect(set).toHaveBeenCalledWith({ textSize: 'largest' });
});

it('shows what is on the phone, and requires confirmation before it downloads everything again', async () => {
  const { runtime } = await withSpace('user');
  const clear = jest.spyOn(runtime.session, 'clearCache');
  openOrganiser(runtime, '/settings');
  expect(await screen.findByText('Payments')).toBeTruthy();
  await press('button', 'Clear and download again');
  expect(clear).not.toHaveBeenCalled();
  await press('button', 'Clear and download');
  expect(clear).toHaveBeenCalledTimes(1);
});

it('reports that a full disk deleted nothing, and stays usable', async () => {
  const { runtime } = await withSpace('user');
  jest.spyOn(runtime.session, 'clearCache').mockRejectedValue(new StoreError('full', 'no room'));
  openOrganiser(runtime, '/settings');
  await screen.findByText('Payments');
  await press('button', 'Clear and download again');
  await press('button', 'Clear and download');
  expect(await screen.findByText(/^This phone is out of storage/)).toBeTruthy();
  expect(screen.queryByText('Cleared. Doorstep downloads the data again.')).toBeNull();
  expect(screen.getByRole('button', { name: 'Clear and download again' })).toBeTruthy();
});

it('deletes nothing that could not be downloaded again', async () => {
  const { runtime, fakes } = await withSpace('user');
  fakes.setStatus({ isOnline: false });
  openOrganiser(runtime, '/settings');
  await screen.findByText('Payments');
  await press('button', 'Clear and download again');
  expect(screen.getByText(/^Doorstep cannot reach the service/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Clear and download' })).toBeNull();
});

it('shares diagnostics without personal data', async () => {
  const { runtime, store, scope, fakes } = await withSpace('user');
  await store.write((tx) =>
    quarantine(
      tx,
      scope,
      'contacts',
      [{ index: 0, id: 7, reason: 'mail: expected a string', raw: { surname: 'Giraud' } }],
      saturday
    )
  );
  openOrganiser(runtime, '/settings');
  await screen.findByText('Diagnostics');
  await settle();
  await press('button', 'Share diagnostics');
  await settle();
  const [file] = fakes.shared;
  expect(file?.text).toContain('mail: expected a string');
  expect(file?.text).not.toMatch(/Giraud|Amina|Marc|example\.org/);
});

it('accepts the treasurer’s key, and shows an error when a letter of it is wrong', async () => {
  const { runtime, store, scope } = await withSpace('user');
  const key = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';
  openOrganiser(runtime, '/settings');
  await screen.findByText('No key yet. Anyone could read a file of unsent records.');
  await press('button', 'Enter a key');
  await type('Key, beginning with age1', `${key.slice(0, -1)}q`);
  await press('button', 'Save this key');
  expect(screen.getByText('This is not a valid key. Check every letter.')).toBeTruthy();
  expect(await getTreasurerKey(store, scope)).toBeNull();
  await type('Key, beginning with age1', ` ${key}\n`);
  await press('button', 'Save this key');
  expect(await screen.findByText('Entered on this phone')).toBeTruthy();
  expect(await getTreasurerKey(store, scope)).toEqual({ key, from: 'phone' });
});

it('locks with a PIN that was typed twice, and requires it to turn the lock off', async () => {
  const { runtime } = await withSpace('user');
  openOrganiser(runtime, '/settings');
  await screen.findByText('Lock');
  await press('radio', 'After 5 min');
  await type('New PIN', '123456');
  await type('Repeat the PIN', '123456');
  await press('button', 'Lock with this PIN');
  expect(screen.getByText('This PIN is too easy to guess.')).toBeTruthy();
  await type('New PIN', '274913');
  await press('button', 'Lock with this PIN');
  expect(screen.getByText('The two PINs are different.')).toBeTruthy();
  await type('Repeat the PIN', '274913');
  await press('button', 'Lock with this PIN');
  await screen.findByRole('button', { name: 'Change the PIN' });
  expect(runtime.lock.get().after).toBe(5);

  await press('radio', 'Never');
  await type('PIN', '111111');
  await press('button', 'Continue');
  await screen.findByText('That is not the PIN.');
  expect(runtime.lock.get().after).toBe(5);
  await type('PIN', '274913');
  await press('button', 'Continue');
  await settle();
  expect(runtime.lock.get().after).toBeNull();
});

it('counts neither an empty PIN nor a second Enter as a wrong try', async () => {
  const { runtime } = await withSpace('user');
  await runtime.lock.turnOn('274913', 5);
  const check = jest.spyOn(runtime.lock, 'check');
  openOrganiser(runtime, '/settings');
  await screen.findByText('Lock');
  await press('button', 'Change the PIN');
  await press('button', 'Continue');
  expect(check).not.toHaveBeenCalled();
  await type('PIN', '111111');
  fireEvent(screen.getByLabelText('PIN'), 'submitEditing');
  fireEvent(screen.getByLabelText('PIN'), 'submitEditing');
  await screen.findByText('That is not the PIN.');
  expect(check).toHaveBeenCalledTimes(1);
});

it('says that the phone could not store the PIN, and stays usable', async () => {
  const { runtime } = await withSpace('user');
  jest.spyOn(runtime.lock, 'turnOn').mockRejectedValueOnce(new Error('The keychain is locked.'));
  openOrganiser(runtime, '/settings');
  await screen.findByText('Lock');
  await press('radio', 'After 5 min');
  await type('New PIN', '274913');
  await type('Repeat the PIN', '274913');
  await press('button', 'Lock with this PIN');
  expect(
    await screen.findByText('That did not work on this phone. Nothing changed. Try again.')
  ).toBeTruthy();
  await press('button', 'Lock with this PIN');
  await screen.findByRole('button', { name: 'Change the PIN' });
});

it('says that a full phone could not store the treasurer’s key', async () => {
  const { runtime, store } = await withSpace('user');
  openOrganiser(runtime, '/settings');
  await screen.findByText('No key yet. Anyone could read a file of unsent records.');
  await press('button', 'Enter a key');
  await type('Key, beginning with age1', 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p');
  jest.spyOn(store, 'write').mockRejectedValueOnce(new StoreError('full', 'no room'));
  await press('button', 'Save this key');
  expect(await screen.findByText(/^This phone is out of storage\. Nothing changed/)).toBeTruthy();
});
