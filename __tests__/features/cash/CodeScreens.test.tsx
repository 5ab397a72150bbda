import { act, fireEvent, screen, waitFor } from '@testing-library/react-native';

import { applyCashRecords } from '@/db/cash/cashRecords';
import { StoreError } from '@/db/errors';
import { setFact } from '@/db/facts';
import { applyTransactionSettings } from '@/db/settings';
import { applyUsers } from '@/db/users';
import { type OfferFacts, makeAnswer, makeOffer } from '@/domain/cash/handOverCode';
import { newHandOverKey, offerDigits } from '@/db/cash/handOverDigits';
import type { Runtime, ScannerProps } from '@/features/shared/runtime';
import { en } from '@/i18n/messages/en';
import { cashQueries } from '@/queries/cash';
import { openPractice } from '@/runtime/practice';

import { inArabicDigits } from '../../support/digits';
import { nodeSigner } from '../../support/receipts';
import { openMemoryEngine } from '../../support/sqlite';
import { openField } from '../support/field';
import { createTestRuntime, saturday } from '../support/runtime';

const madeAt = new Date(saturday).toISOString();
const sums = [{ currency: 'EUR', amount: 5_000 }];
const yann = 6;
const other = nodeSigner();

/** Marc, in a space that counts in euros; `scan` shows a code to the camera. */
async function marc({ hasCamera = false, hasService = true } = {}) {
  const test = await createTestRuntime();
  const { store, scope, runtime } = test;
  await store.write(async (tx) => {
    await applyTransactionSettings(tx, scope, { currency: 'eur' });
    await applyUsers(tx, scope, [{ id: yann, firstname: 'Yann', surname: 'Oger' }]);
    if (hasService) await setFact(tx, scope, 'capabilities', ['cash_records']);
  });
  let onCode: ScannerProps['onCode'] | null = null;
  if (hasCamera)
    runtime.device.Scanner = function Camera(props: ScannerProps) {
      onCode = props.onCode;
      return null;
    };
  return { ...test, scan: (code: string) => act(() => onCode?.(code)) };
}

/** Yann's code for €50 to Marc. */
const offerOf = (more: Partial<OfferFacts> = {}) =>
  makeOffer(
    {
      space: 10,
      giver: yann,
      key: newHandOverKey(10, yann, () => 0.7),
      time: saturday / 1000,
      to: 1,
      cheques: 2,
      cash: sums,
      shift: 'shift',
      counts: ['count'],

      ...more,
    },
    other
  );

/** Marc has handed €50 to Yann. */
async function withGiven(options: Parameters<typeof marc>[0] = {}) {
  const test = await marc(options);
  const key = await giveCash(test);
  const answer = (isDisputed: boolean) =>
    makeAnswer(
      {
        space: 10,
        receiver: yann,
        key,
        time: saturday / 1000,
        reply: 'r',
        isDisputed,
        counted: isDisputed ? [{ currency: 'EUR', amount: 4_000 }] : sums,
        cheques: 0,
      },
      other
    );
  return { ...test, key, answer };
}

async function giveCash({ store, scope }: Pick<Runtime, 'store' | 'scope'>): Promise<string> {
  const key = newHandOverKey(10, scope.userId, () => 0.2);
  const shift = { key: 's', started_at: madeAt };
  const count = {
    kind: 'count',
    key: 'counted',
    shift,
    expected: sums,
    counted: sums,
    records: [],
    unsent: 0,
  };
  const to = { user_id: yann, name: 'Yann Oger' };
  const given = { kind: 'hand_over', key, counts: ['counted'], received: [], cash: sums, cheques: 0, to };
  const records = [count, given].map((content, id) => ({
    id,
    key: content.key,
    kind: content.kind,
    user_id: scope.userId,
    content: { ...content, made_at: madeAt },
  }));
  await store.write((tx) => applyCashRecords(tx, scope, records));
  return key;
}

const press = (name: string) => fireEvent.press(screen.getByRole('button', { name }));
const type = (text: string) => {
  fireEvent.changeText(screen.getByLabelText('Digits on the other phone'), text);
  press('Use these digits');
};

describe('the receiver', () => {
  it('scans the code, counts, and shows the answer', async () => {
    const { runtime, scan } = await marc({ hasCamera: true });
    openField(runtime, '/shift');
    await waitFor(() => press('Take cash from another person'));
    await screen.findByText(/Scan the code on the other phone/);
    scan(offerOf());
    fireEvent.changeText(await screen.findByLabelText('How many €50'), '1');
    expect(await screen.findByText('Yann Oger')).toBeTruthy();
    expect(screen.getByText('The signature could not be checked offline')).toBeTruthy();
    press('Confirm');
    expect(await screen.findByText('Enter how many cheques came, 0 for none')).toBeTruthy();
    fireEvent.changeText(screen.getByLabelText('How many cheques came?'), '2');
    press('Confirm');
    expect(await screen.findByLabelText('Code of your answer')).toBeTruthy();
    expect(screen.getAllByText('€50.00 · 2 cheques')).toHaveLength(2);
    expect((await cashQueries.mine(runtime).queryFn()).received).toMatchObject([
      { userId: yann, reply: { is_disputed: false, cheques: 2, offer: offerOf() } },
    ]);
    expect(
      screen.getByText('The service checks the signature of the giver when this phone has a signal.')
    ).toBeTruthy();
    expect(screen.queryByText('Only on this phone')).toBeNull();
    press('Next person');
    expect(await screen.findByText(/Scan the code on the other phone/)).toBeTruthy();
  });

  it('is named where only the scanned code is known, also after a reply that differs', async () => {
    const { runtime, store, scope } = await marc();
    const key = newHandOverKey(10, yann, () => 0.7);
    const counted = [{ currency: 'EUR', amount: 4_000 }];
    const base = { kind: 'reply', key: 'r', made_at: madeAt, hand_over: key };
    const content = { ...base, counted, cheques: 0, is_disputed: true, offer: offerOf() };
    const record = { id: 1, key: 'r', kind: 'reply', user_id: scope.userId, content };
    await store.write(async (tx) => {
      await applyUsers(tx, scope, [{ id: scope.userId, firstname: 'Marc', surname: 'Dulac' }]);
      await applyCashRecords(tx, scope, [record]);
    });
    openField(runtime, '/cash');
    expect(await screen.findByText('Given €50.00 · 2 cheques, Marc Dulac counted €40.00')).toBeTruthy();
    expect(screen.getByText(/Cheques: 2 given, 0 with Marc Dulac\.$/)).toBeTruthy();
  });

  it('sees why a code is not accepted, and nothing is saved', async () => {
    const { runtime, scan } = await marc({ hasCamera: true });
    openField(runtime, '/shift/scan');
    await screen.findByText(/Scan the code on the other phone/);
    for (const [code, sentence] of [
      [offerOf().replace('eur-5000', 'eur-500'), /This code was altered/],
      [offerOf({ space: 11 }), /belongs to another space/],
      [offerOf({ to: 4 }), /is for another person/],
      [offerOf({ giver: 1 }), /your own hand-over/],
      [offerOf({ time: saturday / 1000 - 90_000 }), /older than a day/],
    ] as const) {
      scan(code);
      expect(await screen.findByText(sentence)).toBeTruthy();
    }
    expect((await cashQueries.mine(runtime).queryFn()).received).toEqual([]);
  });

  it('types the digits, and is told what they do not carry', async () => {
    const { runtime } = await marc({ hasService: false });
    const key = newHandOverKey(10, yann, () => 0.7);
    const digits = offerDigits(10, yann, { key, cash: sums }) ?? '';
    openField(runtime, '/shift/scan');
    await screen.findByText(/The camera cannot be used/);
    press('Use these digits');
    expect(await screen.findByText('Type the digits that the other phone shows')).toBeTruthy();
    type(`${digits.slice(0, -1)}${(Number(digits.at(-1)) + 1) % 10}`);
    expect(await screen.findByText(/mistyped/)).toBeTruthy();
    type(inArabicDigits(digits));
    expect(await screen.findByText(/Digits carry no sums, no cheques and no signature/)).toBeTruthy();
    fireEvent.changeText(screen.getByLabelText('How many €20'), '2');
    press('Confirm');
    expect(await screen.findByText('The two counts differ')).toBeTruthy();
    press('Confirm my count');
    expect(await screen.findByText('Saved. The two counts differ; both are kept.')).toBeTruthy();
    // Digits carry no name: the giver is found among the people on this phone.
    expect(await screen.findByText('Yann Oger')).toBeTruthy();
    expect(await screen.findByText('Only on this phone')).toBeTruthy();
  });

  it('gets the first answer when the same code is read again', async () => {
    const { runtime, store, scope, scan } = await marc({ hasCamera: true });
    const key = newHandOverKey(10, yann, () => 0.7);
    const base = { kind: 'reply', key: 'first', made_at: madeAt, hand_over: key };
    const content = { ...base, counted: sums, cheques: 0, is_disputed: false, offer: offerOf() };
    const record = { id: 1, key: 'first', kind: 'reply', user_id: scope.userId, content };
    await store.write((tx) => applyCashRecords(tx, scope, [record]));
    openField(runtime, '/shift/scan');
    await screen.findByText(/Scan the code on the other phone/);
    scan(offerOf());
    expect(await screen.findByText(/You counted this hand-over before/)).toBeTruthy();
    expect((await cashQueries.mine(runtime).queryFn()).received).toHaveLength(1);
  });
});

describe('the giver', () => {
  it('shows the code and its digits, and reads the answer', async () => {
    const { runtime, scan, answer } = await withGiven({ hasCamera: true });
    openField(runtime, '/shift');
    fireEvent.press(await screen.findByText('To Yann Oger'));
    expect(await screen.findByLabelText('Code of the hand-over to Yann Oger')).toBeTruthy();
    expect(screen.getByText('No answer read yet')).toBeTruthy();
    press('Read the answer');
    await screen.findByText('The answer of Yann Oger');
    press('Show the code again');
    expect(await screen.findByLabelText('Code of the hand-over to Yann Oger')).toBeTruthy();
    press('Read the answer');
    await screen.findByText('The answer of Yann Oger');
    scan(answer(true).replace('.d.', '.r.'));
    expect(await screen.findByText(/This answer was altered/)).toBeTruthy();
    scan(answer(false));
    expect(await screen.findByText('Yann Oger received the cash')).toBeTruthy();
    expect(screen.getByText(/does not know the key of the other phone/)).toBeTruthy();
    expect((await cashQueries.mine(runtime).queryFn()).chain.handOvers[0]?.state).toBe('received');
  });

  it('sees another count as a state, with both sums', async () => {
    const { runtime, scan, answer, key } = await withGiven({ hasCamera: true });
    openField(runtime, `/shift/code?key=${key}`);
    await screen.findByText('No answer read yet');
    press('Read the answer');
    await screen.findByText('The answer of Yann Oger');
    scan(answer(true));
    expect(await screen.findByText('Yann Oger counted differently')).toBeTruthy();
    expect(screen.getByText('€40.00')).toBeTruthy();
  });

  it('is told what stays on this phone where the service has no place for it', async () => {
    const { runtime, key } = await withGiven({ hasService: false });
    openField(runtime, `/shift/code?key=${key}`);
    expect(await screen.findByText('Only on this phone')).toBeTruthy();
    openField(runtime, '/shift/code?key=unknown');
    expect(await screen.findByText('This hand-over is not on this phone')).toBeTruthy();
  });
});

describe('a practice', () => {
  const practising = async () =>
    openPractice({
      real: (await marc()).runtime,
      engine: openMemoryEngine(),
      words: en.practice.words,
      leave: () => undefined,
    });

  it('says what codes do, and neither shows nor reads one', async () => {
    const practice = await practising();
    const key = await giveCash(practice);
    openField(practice, `/shift/code?key=${key}`);
    expect(await screen.findByText('A practice has no codes')).toBeTruthy();
    expect(screen.getByText('€50.00')).toBeTruthy();
    expect(screen.queryByText('No answer read yet')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Read the answer' })).toBeNull();
    openField(practice, '/shift/scan');
    expect(await screen.findByText('A practice has no codes')).toBeTruthy();
    expect(screen.queryByLabelText('Digits on the other phone')).toBeNull();
    expect(screen.queryByText('Only on this phone')).toBeNull();
  });

  it('has a second leader, who takes the cash', async () => {
    const practice = await practising();
    const count = {
      kind: 'count',
      key: 'counted',
      made_at: madeAt,
      shift: { key: 's', started_at: madeAt },
      expected: sums,
      counted: sums,
      records: [],
      unsent: 0,
    };
    const { store, scope } = practice;
    const record = { id: 1, key: 'counted', kind: 'count', user_id: scope.userId, content: count };
    await store.write((tx) => applyCashRecords(tx, scope, [record]));
    openField(practice, '/shift/hand-over');
    expect(await screen.findByText('Samira Haddad')).toBeTruthy();
  });
});

it('says that the phone could not read its records, and takes the code again', async () => {
  const { runtime, store } = await marc();
  openField(runtime, '/shift/scan');
  const field = await screen.findByLabelText(en.cash.code.typed);
  fireEvent.changeText(field, offerOf());
  jest.spyOn(store, 'read').mockRejectedValueOnce(new StoreError('failed', 'cannot read'));
  fireEvent.press(screen.getByRole('button', { name: en.cash.code.use }));
  expect(await screen.findByText(en.common.notDone.failed)).toBeTruthy();
  fireEvent.press(screen.getByRole('button', { name: en.cash.code.use }));
  expect(await screen.findByText('Yann Oger')).toBeTruthy();
});
