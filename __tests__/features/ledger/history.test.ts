import { stepsOf } from '@/features/ledger/history';

describe('the history', () => {
  const item = { id: 5, amount: 2000, currency: 'eur', status_id: 3, comment: 'first', delivery_token: 'x' };

  it('shows old and new values, the latest first', () => {
    const steps = stepsOf([
      { id: 1, CreatedAt: '2026-11-14T14:00:00Z', kind: 'transaction', target_id: 5, new: item },
      {
        id: 2,
        kind: 'transaction',
        target_id: 5,
        old: item,
        new: { ...item, comment: 'second', status_id: 4 },
      },
      {
        id: 3,
        kind: 'transaction_status',
        target_id: 5,
        old: item,
        new: { ...item, comment: 'second', status_id: 4 },
      },
      { id: 4, kind: 'donation', target_id: 6, old: { id: 6, amount: 500 } },
    ]);
    expect(steps.map(({ kind, action }) => [kind, action])).toEqual([
      ['donation', 'removed'],
      ['transaction_status', 'changed'],
      ['transaction', 'changed'],
      ['transaction', 'added'],
    ]);
    expect(steps[1]?.fields).toEqual([{ field: 'status_id', from: 3, to: 4 }]);
    expect(steps[2]?.fields).toEqual([{ field: 'comment', from: 'first', to: 'second' }]);
    expect(steps[3]?.fields.map(({ field }) => field)).toEqual(['amount', 'status_id', 'comment']);
  });

  it('shows an unknown kind unchanged', () => {
    expect(stepsOf([{ id: 1, kind: 'refund', new: { note: 'x' } }])[0]).toMatchObject({
      kind: 'other',
      action: 'added',
    });
  });
});
