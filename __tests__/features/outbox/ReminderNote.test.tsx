import '../support/layout';

import { screen, waitFor } from '@testing-library/react-native';
import { renderRouter } from 'expo-router/testing-library';

import { enqueue } from '@/db/outbox/outbox';
import { OutboxScreen } from '@/features/outbox/OutboxScreen';
import type { ReminderPermission } from '@/features/shared/runtime';

import { capture } from '../../db/harness';
import { createTestRuntime, saturday } from '../support/runtime';
import { createWrapper, press, settle } from '../support/render';

const offer = 'Get a reminder when records wait for a day?';

async function open({ waiting, permission }: { waiting: boolean; permission: ReminderPermission }) {
  const { runtime, store, scope } = await createTestRuntime();
  if (waiting) await store.write((tx) => enqueue(tx, scope, capture({ who: 'Luc Armand' }), saturday));
  const phone = { permission, asked: 0 };
  runtime.device.reminders = {
    permission: () => Promise.resolve(phone.permission),
    ask: () => {
      phone.asked += 1;
      phone.permission = 'granted';
      return Promise.resolve(phone.permission);
    },
  };
  const draw = () =>
    renderRouter({ outbox: OutboxScreen }, { initialUrl: '/outbox', wrapper: createWrapper(runtime) });
  draw();
  await screen.findByText(waiting ? 'Luc Armand' : 'Nothing to send');
  await settle();
  return { phone, draw };
}

it('offers a reminder once records wait, and requests permission only when accepted', async () => {
  const { phone } = await open({ waiting: true, permission: 'undecided' });
  expect(screen.getByText(offer)).toBeTruthy();
  expect(phone.asked).toBe(0);
  await press('button', 'Remind me');
  expect(phone.asked).toBe(1);
  expect(screen.queryByText(offer)).toBeNull();
});

it('is not offered while nothing waits, nor after a decision', async () => {
  await open({ waiting: false, permission: 'undecided' });
  expect(screen.queryByText(offer)).toBeNull();
  screen.unmount();
  await open({ waiting: true, permission: 'refused' });
  expect(screen.queryByText(offer)).toBeNull();
});

it('declining is stored on this phone', async () => {
  const { phone, draw } = await open({ waiting: true, permission: 'undecided' });
  await press('button', 'No, thanks');
  await waitFor(() => expect(screen.queryByText(offer)).toBeNull());
  screen.unmount();
  draw();
  await screen.findByText('Luc Armand');
  await settle();
  expect(screen.queryByText(offer)).toBeNull();
  expect(phone.asked).toBe(0);
});
