import { act, screen } from '@testing-library/react-native';
import { router } from 'expo-router';
import { renderRouter } from 'expo-router/testing-library';
import { DeviceEventEmitter, Modal, Platform } from 'react-native';

import { applyContacts } from '@/db/contacts';
import { getDraft } from '@/db/drafts';
import { listOutbox } from '@/db/outbox/outbox';
import { applyDonationPrices } from '@/db/prices';
import { applyTransactionSettings } from '@/db/settings';
import { CaptureScreen } from '@/features/capture/CaptureScreen';
import type { Draft } from '@/features/capture/draft';
import { Text } from '@/ui/Text';

import { contact } from '../../db/harness';
import { saveFive } from '../support/dayTotals';
import { createTestRuntime, saturday } from '../support/runtime';
import { createWrapper, press, settle, type } from '../support/render';
import { demoCatalogue } from './catalogue';

/** The back button of Android; iOS never sends this event. */
async function pressHardwareBack() {
  act(() => void DeviceEventEmitter.emit('hardwareBackPress'));
  await settle();
}

async function openWithAmount(amount: string) {
  const test = await createTestRuntime();
  await test.store.write(async (tx) => {
    await applyDonationPrices(tx, test.scope, demoCatalogue.donationPrices);
    if (demoCatalogue.settings) await applyTransactionSettings(tx, test.scope, demoCatalogue.settings);
    await applyContacts(tx, test.scope, [contact(7, { firstname: 'Jeanne', surname: 'Lacombe' })]);
  });
  await saveFive(test.store, test.scope, saturday);
  renderRouter(
    { index: () => <Text>The door</Text>, record: CaptureScreen },
    { initialUrl: '/', wrapper: createWrapper(test.runtime) }
  );
  act(() => router.push('/record?contact=7' as '/'));
  await screen.findByText('Jeanne Lacombe');
  await press('radio', 'Other Type an amount');
  await type('Amount', amount);
  await screen.findByText('Draft kept');
  const typed = async () =>
    (await getDraft<Draft>(test.store, test.scope, 'capture:contact:7'))?.draft.people[0]?.donation.typed;
  return { ...test, typed };
}

it('closes the person picker and does not change the form', async () => {
  const { typed } = await openWithAmount('35');
  await press('button', /Change/);
  expect(screen.getByText('Who is it?')).toBeTruthy();
  await pressHardwareBack();
  if (Platform.OS === 'android') expect(screen.queryByText('Who is it?')).toBeNull();
  else await press('button', 'Back');
  expect(screen.getByText('Jeanne Lacombe')).toBeTruthy();
  expect(screen.getByLabelText('Amount').props.value).toBe('35');
  expect(await typed()).toBe('35');
});

it('closes a question with no: nothing is saved and the draft stays', async () => {
  const { store, scope, typed } = await openWithAmount('200');
  await press('button', 'Save');
  expect(screen.getByText('That is a lot')).toBeTruthy();
  // A dialog is a separate window, which Android requests to close.
  const dialog = screen.UNSAFE_getAllByType(Modal).find(({ props }) => props.visible === true);
  act(() => {
    dialog?.props.onRequestClose();
  });
  await settle();
  expect(screen.queryByText('That is a lot')).toBeNull();
  expect(await listOutbox(store, scope)).toEqual([]);
  expect(screen.getByLabelText('Amount').props.value).toBe('200');
  expect(await typed()).toBe('200');
});
