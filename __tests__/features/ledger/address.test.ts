import { givenParams, paramsOf, readView, wholeLedger, type LedgerView } from '@/features/ledger/address';

const view: LedgerView = {
  choice: {
    from: '2026-11-01',
    until: '2026-11-30',
    kind: 'donation',
    method: 'check',
    statusId: 3,
    campaign: 'NORTH & SOUTH',
    recorder: 4,
    contactId: 90,
    search: 'gir',
  },
  order: { by: 'amount', descending: true },
};

test('the address contains every filter and the order, and gives them back', () => {
  expect(readView(givenParams(view))).toEqual(view);
});

test('the whole ledger has no parameters, and removes those of a filter', () => {
  expect(givenParams(wholeLedger)).toEqual({});
  expect(Object.keys(paramsOf(wholeLedger)).sort()).toEqual(Object.keys(givenParams(view)).sort());
});

test('what cannot be read filters nothing', () => {
  const typed = {
    status: 'x',
    by: '-1',
    contact: '1e99',
    kind: 'gift',
    sort: '-colour',
    q: ['a', 'b'],
    id: '7',
  };
  expect(readView(typed)).toEqual(wholeLedger);
});
