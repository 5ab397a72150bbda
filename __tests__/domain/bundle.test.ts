import {
  captureTotal,
  freezeBundle,
  makeExternalId,
  timestampWithOffset,
  type Capture,
} from '@/domain/bundle';
import { findCaptureErrors, isUnusual, type CaptureKnowledge } from '@/domain/captureRules';

const period = {
  start_date: '2026-03-15T00:00:00.000Z',
  end_date: '2027-03-14T23:59:59.000Z',
  rolling_year: true,
};

const capture: Capture = {
  id: '5f0c7a52-7a5e-4a53-9a3e-6a1d1f1b2c3d',
  externalId: 4_503_599_627_370_497,
  takenAt: '2026-03-15T18:30:00+01:00',
  currency: 'eur',
  payer: { kind: 'contact', contactId: 12 },
  paymentMethodKind: 'cash',
  items: [
    { kind: 'donation', beneficiary: { kind: 'contact', contactId: 12 }, amount: 2000, priceId: 3 },
    {
      kind: 'membership',
      beneficiary: { kind: 'supporter', name: 'Ada Example' },
      amount: 1500,
      listAmount: 1000,
      period,
      comment: 'Starts today',
    },
  ],
  codeCampaign: 'SPRING',
};

const settings = { payment_method_kinds: ['cash', 'card'], max_batch_size: 3, currency: 'eur' };
const knowing = (priceOf: CaptureKnowledge['priceOf'] = () => null): CaptureKnowledge => ({
  settings,
  priceOf,
});
const kindsOf = (changed: Partial<Capture>, known = knowing()) =>
  findCaptureErrors({ ...capture, ...changed }, known).map((error) => `${error.at}: ${error.kind}`);

test('a capture becomes one frozen bundle with both of its markers', () => {
  expect(JSON.parse(freezeBundle(capture))).toEqual({
    data: {
      transactions: [
        {
          amount: 3500,
          currency: 'eur',
          payment_method_kind: 'cash',
          date: '2026-03-15T18:30:00+01:00',
          code_campaign: 'SPRING',
          contact_id: 12,
          delivery_token: capture.id,
          external_transaction_id: capture.externalId,
        },
      ],
      memberships: [
        {
          comment: 'New supporter\nName: Ada Example\n\nStarts today',
          amount: 1500,
          amount_initial: 1000,
          currency: 'eur',
          ...period,
        },
      ],
      donations: [
        {
          contact_id: 12,
          date: '2026-03-15T18:30:00+01:00',
          amount: 2000,
          currency: 'eur',
          donation_price_id: 3,
        },
      ],
    },
  });
});

test('the same capture always freezes to the same bytes', () => {
  expect(freezeBundle(structuredClone(capture))).toBe(freezeBundle(capture));
});

test('external ids are positive, exact integers of up to 53 bits', () => {
  expect(makeExternalId(() => 0)).toBe(1);
  expect(makeExternalId(() => 1 - 2 ** -53)).toBe(Number.MAX_SAFE_INTEGER);
});

test('the date contains the device time and its offset', () => {
  const time = Date.UTC(2026, 2, 15, 17, 30);
  expect(timestampWithOffset(time, 60)).toBe('2026-03-15T18:30:00+01:00');
  expect(timestampWithOffset(time, -210)).toBe('2026-03-15T14:00:00-03:30');
});

describe('the form finds what the service would refuse', () => {
  test('a valid capture has no errors, with and without settings', () => {
    expect(kindsOf({})).toEqual([]);
    expect(kindsOf({}, { settings: null, priceOf: () => null })).toEqual([]);
  });

  test('each error has its field', () => {
    expect(kindsOf({ items: [] })).toEqual(['items: nothing_taken']);
    expect(kindsOf({ paymentMethodKind: '' })).toEqual(['method: method_missing']);
    expect(kindsOf({ paymentMethodKind: 'shells' })).toEqual(['method: method_refused']);
    expect(kindsOf({ payer: { kind: 'supporter', name: ' ' } })).toEqual(['payer: name_missing']);
    expect(kindsOf({ payer: { kind: 'supporter', name: 'A', mail: 'a@' } })).toEqual([
      'payer: mail_unreadable',
    ]);
    const [donation, membership] = capture.items;
    if (!donation || !membership) throw new Error('expected two items');
    expect(kindsOf({ items: [{ ...donation, amount: 0 }] })).toEqual(['items.0.amount: amount_missing']);
    expect(kindsOf({ items: [{ ...membership, period: undefined }] })).toEqual([
      'items.0.period: period_missing',
    ]);
    const reversed = { ...period, end_date: '2025-01-01T00:00:00.000Z' };
    expect(kindsOf({ items: [{ ...membership, period: reversed }] })).toEqual([
      'items.0.period: period_reversed',
    ]);
    // max_batch_size limits deposit batches, not the items of a payment.
    expect(kindsOf({ items: [donation, donation, donation] })).toEqual([]);
  });

  test('a price that is hidden, of another currency or of a fixed amount is refused', () => {
    const price = { id: 3, amount: 1000, currency: 'chf', hidden: true, allow_custom_amount: false };
    expect(
      kindsOf(
        { items: capture.items.slice(0, 1) },
        knowing(() => price)
      )
    ).toEqual([
      'items.0.price: price_withdrawn',
      'items.0.price: other_currency',
      'items.0.amount: custom_amount_refused',
    ]);
  });
});

test('ten times the usual amount requires confirmation, once five records show what is usual, never for a price', () => {
  expect(captureTotal(capture)).toBe(3500);
  expect(isUnusual(capture, [300, 350, 300, 350, 400], [])).toBe(true);
  expect(isUnusual(capture, [300, 351, 300, 351, 400], [])).toBe(false);
  expect(isUnusual(capture, [300, 350, 300, 350], [])).toBe(false);
  const amounts = capture.items.map(({ amount }) => amount);
  expect(isUnusual(capture, [300, 350, 300, 350, 400], amounts)).toBe(false);
});
