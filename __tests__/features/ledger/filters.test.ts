import { entriesOf, everything, toFilter } from '@/features/ledger/filters';

import { view } from '../support/ledgerSamples';

const names = { contact: () => 'Rosa Giraud', user: () => null, me: 1 };

describe('unsent bundles are filtered as the store filters', () => {
  const fits = (filter: Parameters<typeof entriesOf>[1]) => entriesOf(view, filter, names).length === 1;

  it.each([
    [{}, true],
    [{ kind: 'donation' as const }, true],
    [{ kind: 'membership' as const }, false],
    [{ statusId: 3 }, true],
    [{ statusId: 4 }, false],
    [{ paymentMethodKind: 'card' }, false],
    [{ contactId: 12 }, true],
    [{ contactId: 13 }, false],
    [{ codeCampaign: 'NORTH' }, false],
    [{ recordedBy: 4 }, true],
    [{ recordedBy: 5 }, false],
    [{ search: { text: 'gir ro', amounts: [] } }, true],
    [{ search: { text: 'rosa dulac', amounts: [] } }, false],
    [{ search: { text: '20', amounts: [2000, 20] } }, true],
    [{ search: { text: '1', amounts: [100, 1] } }, true],
    [{ search: { text: '00417', amounts: [41_700] } }, true],
    [{ search: { text: '17', amounts: [1700] } }, false],
    [{ from: '2026-11-14T14:00:00.000Z' }, true],
    [{ until: '2026-11-14T14:00:00.000Z' }, false],
  ])('%j: %s', (filter, expected) => {
    expect(fits(filter)).toBe(expected);
  });

  it('includes both days, and ignores an incomplete one', () => {
    const filter = toFilter({ ...everything, from: '2026-11-14', until: '2026-11-14' }, 'en');
    expect(Date.parse(filter.until ?? '') - Date.parse(filter.from ?? '')).toBe(86_400_000);
    expect(toFilter({ ...everything, from: '2026-11-' }, 'en')).toEqual({});
  });

  it('reads a search in the digits of any script: a cheque number has those of its field', () => {
    expect(toFilter({ ...everything, search: ' ٠٠٤١٧ ' }, 'ar-EG').search?.text).toBe('00417');
  });

  it('reads a search as an amount of a currency with decimals, and of one without', () => {
    const amountsIn = (search: string) => toFilter({ ...everything, search }, 'de').search?.amounts;
    expect(amountsIn('20,50')).toEqual([2050]);
    expect(amountsIn(' 20 ')).toEqual([2000, 20]);
    expect(amountsIn('Rosa')).toEqual([]);
    expect(toFilter({ ...everything, search: '  ' }, 'de')).toEqual({});
  });
});
