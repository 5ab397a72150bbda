import { act, fireEvent, screen, waitFor } from '@testing-library/react-native';
import { router } from 'expo-router';
import { renderRouter } from 'expo-router/testing-library';

import { applyContacts } from '@/db/contacts';
import { listDayEntries } from '@/db/dayTotals';
import { setFact } from '@/db/facts';
import { applyBundles } from '@/db/ledger/bundles';
import { listOutbox } from '@/db/outbox/outbox';
import { sentData } from '@/db/outbox/pending';
import { listPromises } from '@/db/promises';
import { applyTransactionSettings } from '@/db/settings';
import { applyUsers } from '@/db/users';
import type { BundleCreate } from '@/contract/bundle';
import type { BundleChange } from '@/domain/bundleChange';
import { dayOf } from '@/domain/day';
import { encodeBytes } from '@/domain/signedText';
import { CaptureScreen } from '@/features/capture/CaptureScreen';
import { Text } from '@/ui/Text';

import { contact } from '../../db/harness';
import { openField } from '../support/field';
import { createWrapper, press, settle, type } from '../support/render';
import { createTestRuntime, saturday } from '../support/runtime';

const promiseOf = (
  id: number,
  {
    callBack,
    createdBy = 1,
    contactId = 7,
  }: { callBack: string | null; createdBy?: number; contactId?: number }
) => ({
  id,
  created_by: createdBy,
  transactions: [
    {
      id: id * 10,
      amount: 5_000,
      unpaid_amount: 5_000,
      currency: 'EUR',
      payment_method_kind: 'transfer',
      payment_method: { promised: true, ...(callBack === null ? {} : { call_back: callBack }) },
      contact_id: contactId,
      date: '2026-11-01T10:00:00Z',
      delivery_token: `token-${id}`,
    },
  ],
  memberships: [],
  donations: [{ id: id * 10 + 1, amount: 5_000, currency: 'EUR', contact_id: contactId }],
});

async function withPromises(promises: readonly ReturnType<typeof promiseOf>[]) {
  const test = await createTestRuntime();
  await test.store.write(async (tx) => {
    await applyTransactionSettings(tx, test.scope, {
      currency: 'EUR',
      payment_method_kinds: ['cash', 'cheque', 'transfer'],
      additional_settings: {
        rules: { largest_cash_gift: 4_000 },
        transfer: { payee: 'Plateau e.V.', iban: 'DE89 3704 0044 0532 0130 00' },
      },
    });
    await applyUsers(tx, test.scope, [{ id: 2, firstname: 'Amina', surname: 'Berger' }]);
    await applyContacts(tx, test.scope, [
      contact(7, { firstname: 'Jeanne', surname: 'Lacombe', mobile: '+33 6 12 34 56 78' }),
      contact(8, { firstname: 'Luc', surname: 'Armand', mobile: '+33 6 99', black_list: true }),
    ]);
    await applyBundles(tx, test.scope, promises);
  });
  return test;
}

describe('the call-back list', () => {
  it('says how to begin when it is empty', async () => {
    const { runtime } = await withPromises([]);
    openField(runtime, '/promises');
    expect(await screen.findByText('No open promises')).toBeTruthy();
  });

  it('shows what is overdue, due today and later, and calls with one press', async () => {
    const { runtime, fakes } = await withPromises([
      promiseOf(1, { callBack: '2026-11-20' }),
      promiseOf(2, { callBack: '2026-11-14' }),
      promiseOf(3, { callBack: '2026-11-13', contactId: 8 }),
      promiseOf(4, { callBack: null }),
    ]);
    openField(runtime, '/promises');
    expect(await screen.findByText('Overdue')).toBeTruthy();
    const headings = screen.getAllByText(/^(?:Overdue|Today|Later|Without a day)$/);
    expect(headings.map(({ props }) => props.children as string)).toEqual([
      'Overdue',
      'Today',
      'Later',
      'Without a day',
    ]);
    expect(screen.getByText('€50.00 · Call on 13 Nov 2026 · Do not contact')).toBeTruthy();
    const [optedOut, first] = screen.getAllByRole('button', { name: /^Call/ });
    expect(optedOut).toBeDisabled();
    fireEvent.press(first!);
    await waitFor(() => expect(fakes.opened).toEqual(['tel:+33612345678']));
  });

  it('is on Home while somebody is to be called today', async () => {
    const { runtime, fakes } = await withPromises([promiseOf(2, { callBack: '2026-11-14' })]);
    openField(runtime, '/');
    expect(await screen.findByText('One promise to call back today')).toBeTruthy();
    fakes.now = saturday;
  });

  it('marks a promise as paid, with method and amount', async () => {
    const { runtime, store, scope } = await withPromises([promiseOf(2, { callBack: '2026-11-14' })]);
    openField(runtime, '/promises');
    fireEvent.press(await screen.findByText('Jeanne Lacombe'));
    await press('button', 'Mark as paid');
    await type('Amount', '60');
    await press('button', 'Mark as paid');
    expect(await screen.findByText('More than was promised. Record the rest as a new gift.')).toBeTruthy();
    await type('Amount', '50');
    await press('button', 'Mark as paid');
    expect(
      await screen.findByText('At most €40.00 in cash is allowed here. Choose another payment method.')
    ).toBeTruthy();
    expect(await listOutbox(store, scope)).toEqual([]);
    fireEvent.press(screen.getByRole('radio', { name: 'Cheque' }));
    await type('Cheque number', '٤٧١١');
    await type('Amount', '45');
    expect(screen.getByText('€5.00 stays promised.')).toBeTruthy();
    fireEvent.press(screen.getByRole('radio', { name: 'In a week' }));
    await press('button', 'Mark as paid');
    expect(await screen.findByText('Paid. It counts now.')).toBeTruthy();
    expect(screen.getByText('Jeanne Lacombe · €5.00 stays promised.')).toBeTruthy();
    const [row] = await listOutbox(store, scope);
    expect(sentData<BundleChange>(row!).transactions).toMatchObject([
      { payment_method_kind: 'cheque', payment_method: { number: '4711' }, amount: 4_500, unpaid_amount: 0 },
    ]);
    expect(await listDayEntries(store, scope, dayOf(saturday))).toMatchObject([
      { amount: 4_500, paymentMethodKind: 'cheque', who: 'Jeanne Lacombe' },
    ]);
    expect(await listPromises(store, scope)).toMatchObject([{ amount: 500, callBack: '2026-11-21' }]);
    expect(await screen.findByText('€5.00 · Call on 21 Nov 2026')).toBeTruthy();
  });

  it('offers the receipt of the payment', async () => {
    const { runtime, store, scope } = await withPromises([promiseOf(2, { callBack: null })]);
    const { publicKey } = await runtime.receipts.ensureSigner();
    const book = { key: 'book', publicKey: encodeBytes(publicKey), number: 4 };
    await store.write((tx) => setFact(tx, scope, 'receipt_book', book));
    openField(runtime, '/promises');
    fireEvent.press(await screen.findByText('Jeanne Lacombe'));
    await press('button', 'Mark as paid');
    fireEvent.press(screen.getByRole('radio', { name: 'Cheque' }));
    await press('button', 'Mark as paid');
    fireEvent.press(await screen.findByRole('button', { name: 'Receipt' }));
    expect(await screen.findAllByText('No. 4-1')).not.toHaveLength(0);
    expect(screen.getByText('€50.00')).toBeTruthy();
  });

  it('shows a code to pay by transfer, which pays nothing yet', async () => {
    const { runtime, store, scope } = await withPromises([promiseOf(2, { callBack: null })]);
    openField(runtime, '/promises');
    fireEvent.press(await screen.findByText('Jeanne Lacombe'));
    fireEvent.press(await screen.findByRole('button', { name: 'Pay by transfer' }));
    expect(await screen.findByLabelText('Code for a banking app')).toBeTruthy();
    expect(screen.getByText('DE89 3704 0044 0532 0130 00')).toBeTruthy();
    expect(screen.getByText('TOKEN-2 Jeanne Lacombe')).toBeTruthy();
    expect(await listOutbox(store, scope)).toEqual([]);
    await store.write((tx) => applyTransactionSettings(tx, scope, { currency: 'EUR' }));
    expect(await screen.findByRole('button', { name: 'Mark as paid' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Pay by transfer' })).toBeNull();
  });

  it('moves the day, and refuses one that is over', async () => {
    const { runtime, store, scope } = await withPromises([promiseOf(2, { callBack: '2026-11-10' })]);
    openField(runtime, '/promises');
    fireEvent.press(await screen.findByText('Jeanne Lacombe'));
    await press('button', 'Move the day');
    await press('button', 'Save');
    expect(await screen.findByText('This day is over.')).toBeTruthy();
    fireEvent.press(screen.getByRole('radio', { name: 'In a week' }));
    await press('button', 'Save');
    expect(await screen.findByText('The day is moved.')).toBeTruthy();
    expect((await listPromises(store, scope))[0]?.callBack).toBe('2026-11-21');
  });

  it('cancels a promise after a question', async () => {
    const { runtime } = await withPromises([promiseOf(2, { callBack: null })]);
    openField(runtime, '/promises');
    fireEvent.press(await screen.findByText('Jeanne Lacombe'));
    await press('button', 'Cancel the promise');
    fireEvent.press(await screen.findByRole('button', { name: 'Yes, cancel it' }));
    expect(await screen.findByText('No open promises')).toBeTruthy();
  });

  it('shows the promises of others, who recorded them, and offers no change to a leader', async () => {
    const { runtime } = await withPromises([
      promiseOf(2, { callBack: null }),
      promiseOf(3, { callBack: null, createdBy: 2, contactId: 8 }),
    ]);
    openField(runtime, '/promises');
    await screen.findByText('Jeanne Lacombe');
    expect(screen.queryByText('Luc Armand')).toBeNull();
    fireEvent.press(screen.getByRole('radio', { name: 'Everyone’s' }));
    fireEvent.press(await screen.findByText('Luc Armand'));
    expect(await screen.findByText('Amina Berger')).toBeTruthy();
    expect(screen.getByText('Only the person who recorded it and managers can change it.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Mark as paid' })).toBeNull();
  });
});

describe('the form', () => {
  it('records a promise: no cash, no receipt, with a day to call back', async () => {
    const { runtime, store, scope } = await withPromises([]);
    renderRouter(
      { index: () => <Text>The door</Text>, record: CaptureScreen },
      { initialUrl: '/', wrapper: createWrapper(runtime) }
    );
    act(() => router.push('/record?contact=7' as '/'));
    await settle();
    fireEvent.press(screen.getByRole('radio', { name: 'Pays later' }));
    await type('Amount', '20');
    expect(screen.getByText('Nothing is paid yet. It enters no total until it is paid.')).toBeTruthy();
    fireEvent.press(screen.getByRole('radio', { name: 'Another day' }));
    await type('Day', '2026-11-0');
    await press('button', 'Save');
    expect(await screen.findByText('Type the day as year-month-day, like 2026-12-31.')).toBeTruthy();
    await type('Day', '2026-11-21');
    await press('button', 'Save');
    expect(await screen.findByText('The door')).toBeTruthy();
    const [row] = await listOutbox(store, scope);
    expect(sentData<BundleCreate>(row!).transactions).toMatchObject([
      {
        amount: 2_000,
        unpaid_amount: 2_000,
        payment_method_kind: 'transfer',
        payment_method: { promised: true, call_back: '2026-11-21' },
      },
    ]);
    expect(await listDayEntries(store, scope, dayOf(saturday))).toEqual([]);
  });
});
