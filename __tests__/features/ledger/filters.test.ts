import { entriesOf, everything, toFilter } from '@/features/ledger/filters';

import { view } from '../support/ledgerSamples';

describe('unsent bundles are filtered as the store filters', () => {
  const fits = (filter: Parameters<typeof entriesOf>[1]) => entriesOf(view, filter, () => null).length === 1;

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
    [{ from: '2026-11-14T14:00:00.000Z' }, true],
    [{ until: '2026-11-14T14:00:00.000Z' }, false],
  ])('%j: %s', (filter, expected) => {
    expect(fits(filter)).toBe(expected);
  });

  it('includes both days, and ignores an incomplete one', () => {
    const filter = toFilter({ ...everything, from: '2026-11-14', until: '2026-11-14' });
    expect(Date.parse(filter.until ?? '') - Date.parse(filter.from ?? '')).toBe(86_400_000);
    expect(toFilter({ ...everything, from: '2026-11-' })).toEqual({});
  });
});
