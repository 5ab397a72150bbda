import { differences, expectedCash, sumPieces } from '@/domain/cash/cash';
import { denominationsOf } from '@/domain/cash/denominations';

import { taken } from './samples';

describe('the cash that is expected', () => {
  it('is that of records in cash, by currency in any case', () => {
    expect(
      expectedCash([taken(2_000), taken(500, 'Cash', 'EUR'), taken(900, 'card'), taken(700, 'cash', 'gbp')])
    ).toEqual([
      { amount: 2_500, currency: 'eur' },
      { amount: 700, currency: 'gbp' },
    ]);
  });

  it('differs from the count by currency, also one that only the count has', () => {
    const counted = [
      { amount: 1_800, currency: 'EUR' },
      { amount: 100, currency: 'usd' },
    ];
    expect(differences([{ amount: 2_000, currency: 'eur' }], counted)).toEqual([
      { amount: -200, currency: 'EUR' },
      { amount: 100, currency: 'usd' },
    ]);
    expect(differences([{ amount: 5, currency: 'eur' }], [{ amount: 5, currency: 'EUR' }])).toEqual([]);
  });

  it('is the sum of its pieces', () => {
    expect(
      sumPieces([
        { value: 2_000, count: 3 },
        { value: 50, count: 1 },
      ])
    ).toBe(6_050);
  });
});

describe('the pieces of a currency', () => {
  it('are those of the space if it lists some, else the known ones, else none', () => {
    expect(denominationsOf('gbp', null).slice(0, 3)).toEqual([5_000, 2_000, 1_000]);
    expect(denominationsOf('zzz', null)).toEqual([]);
    const settings = { additional_settings: { denominations: { ZZZ: [100, 'x', 500, -5, 1.5] } } };
    expect(denominationsOf('zzz', settings)).toEqual([500, 100]);
    expect(denominationsOf('eur', settings)[0]).toBe(20_000);
  });
});
