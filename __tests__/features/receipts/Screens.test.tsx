import { screen } from '@testing-library/react-native';
import { renderRouter } from 'expo-router/testing-library';
import { type ComponentType } from 'react';

import { setFact } from '@/db/facts';
import { type Arrival, CheckScreen } from '@/features/receipts/CheckScreen';
import { BooksScreen } from '@/features/receipts/BooksScreen';
import { ReceiptScreen } from '@/features/receipts/ReceiptScreen';
import { type Runtime } from '@/features/shared/runtime';
import { isSigned } from '@/platform/signing';

import { nodeSigner, receiptOf } from '../../support/receipts';
import { withSpace } from '../support/organiser';
import { createTestRuntime } from '../support/runtime';
import { createWrapper, press, settle } from '../support/render';

const code = receiptOf(nodeSigner(), { book: 12, number: 17 });

async function open(runtime: Runtime, route: string, Screen: ComponentType, query = '') {
  renderRouter({ [route]: Screen }, { initialUrl: `/${route}${query}`, wrapper: createWrapper(runtime) });
  await settle();
}

describe('A receipt', () => {
  it('is a code with the amount and the number, and is sent and printed with its link', async () => {
    const { runtime, fakes } = await createTestRuntime();
    await open(runtime, 'receipt', ReceiptScreen, `?code=${code}`);
    expect(screen.getByLabelText('QR code of the receipt')).toBeTruthy();
    expect(screen.getByText('€20.00')).toBeTruthy();
    expect(screen.getAllByText('No. 12-17')).not.toHaveLength(0);
    await press('button', 'Send the receipt');
    expect(fakes.sharedTexts[0]).toMatch(/not for tax[^]*€20\.00[^]*https:\/\/one\.example\/r#/);
    expect(fakes.sharedTexts[0]).toContain(code);
    await press('button', 'Text');
    await press('button', 'Mail');
    expect(fakes.opened).toEqual([
      expect.stringMatching(/^sms:\?&body=.*20\.00.*%2Fr%23/),
      expect.stringMatching(/^mailto:\?subject=Provisional.*&body=.*20\.00.*%2Fr%23/),
    ]);
    await press('button', 'Print');
    await settle();
    expect(fakes.pdfs[0]?.html).toMatch(/not for tax[^]*€20\.00[^]*<svg/);
  });

  it('that cannot be read is a sentence', async () => {
    const { runtime } = await createTestRuntime();
    await open(runtime, 'receipt', ReceiptScreen, '?code=hello');
    expect(screen.getByText('This is not a receipt')).toBeTruthy();
  });
});

describe('The page of a receipt', () => {
  async function openPage(opened: string, answers: Arrival[] = []) {
    const { runtime } = await createTestRuntime();
    const asked: number[] = [];
    await open(runtime, 'r', () => (
      <CheckScreen
        code={opened}
        isSigned={(receipt) => Promise.resolve(isSigned(receipt))}
        ask={({ facts }) => {
          asked.push(facts.number);
          return Promise.resolve(answers.shift() ?? 'failed');
        }}
      />
    ));
    return asked;
  }

  it('checks the signature without asking, and asks the service on a press', async () => {
    const asked = await openPage(code, ['failed', 'notArrived', 'arrived']);
    expect(screen.getByText('Signed and not altered')).toBeTruthy();
    expect(asked).toEqual([]);
    for (const answer of ['The service did not answer', 'Not arrived yet', 'The record has arrived']) {
      await press('button', 'Ask whether it has arrived');
      await settle();
      expect(screen.getByText(answer)).toBeTruthy();
    }
    expect(asked).toEqual([17, 17, 17]);
  });

  it('warns of an altered receipt and asks nothing', async () => {
    await openPage(code.replace('.2000.', '.9000.'));
    expect(screen.getByText('This receipt was altered')).toBeTruthy();
    expect(screen.queryByText('Ask whether it has arrived')).toBeNull();
  });
});

describe('Receipt books', () => {
  it('show the numbers that are missing, cancelled or used twice', async () => {
    const { runtime, fakes } = await withSpace('manager');
    await runtime.store.write((tx) => setFact(tx, runtime.scope, 'capabilities', ['receipts']));
    const book = {
      id: 12,
      name: 'Marc Dulac',
      last: 9,
      arrived: 5,
      missing: [2, 5, 6],
      void: [3],
      twice: [1],
    };
    fakes.online.listReceiptBooks = { good: [book], bad: [] };
    await open(runtime, 'receipt-books', BooksScreen);
    expect(screen.getByText('Book 12 · Marc Dulac')).toBeTruthy();
    expect(screen.getByText('Missing: 2, 5–6 · Used twice: 1 · Cancelled: 3')).toBeTruthy();
    expect(screen.getByText('5 of 9 arrived')).toBeTruthy();
  });

  it('are not offered by a service without them', async () => {
    const { runtime } = await withSpace('manager');
    await open(runtime, 'receipt-books', BooksScreen);
    expect(screen.getByText('This service has no receipts')).toBeTruthy();
  });
});
