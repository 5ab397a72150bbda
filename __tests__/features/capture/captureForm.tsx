import { act } from '@testing-library/react-native';
import { router } from 'expo-router';
import { renderRouter } from 'expo-router/testing-library';

import { applyContacts } from '@/db/contacts';
import { applyDonationPrices, applyMembershipPriceGroups } from '@/db/prices';
import { applyTransactionSettings } from '@/db/settings';
import { CaptureScreen } from '@/features/capture/CaptureScreen';
import type { Runtime } from '@/features/shared/runtime';
import { Text } from '@/ui/Text';

import { contact } from '../../db/harness';
import { createTestRuntime } from '../support/runtime';
import { createWrapper, settle } from '../support/render';
import { demoCatalogue } from './catalogue';

export async function withContacts() {
  const test = await createTestRuntime();
  await test.store.write((tx) =>
    applyContacts(tx, test.scope, [
      contact(7, { firstname: 'Jeanne', surname: 'Lacombe' }),
      contact(8, { firstname: 'Luc', surname: 'Armand' }),
    ])
  );
  return test;
}

/** As the first download brings it. */
export async function fetchCatalogue({ store, scope }: Awaited<ReturnType<typeof createTestRuntime>>) {
  await store.write(async (tx) => {
    await applyDonationPrices(tx, scope, demoCatalogue.donationPrices);
    await applyMembershipPriceGroups(tx, scope, demoCatalogue.membershipPriceGroups);
    if (demoCatalogue.settings) await applyTransactionSettings(tx, scope, demoCatalogue.settings);
  });
}

export async function withCatalogue() {
  const test = await withContacts();
  await fetchCatalogue(test);
  return test;
}

export async function open(runtime: Runtime, url = '/record?contact=7') {
  renderRouter(
    { index: () => <Text>The door</Text>, record: CaptureScreen },
    { initialUrl: '/', wrapper: createWrapper(runtime) }
  );
  act(() => router.push(url as '/'));
  await settle();
}
