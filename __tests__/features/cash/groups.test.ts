import { groupPayments, tickGroup } from '@/features/cash/batches/groups';

const payment = (id: number, kind: string) => ({
  id,
  payment_method_kind: kind,
  currency: 'eur',
  amount: 100,
});

test('all or none of a group are ticked, and the other groups stay as they were chosen', () => {
  const [cash, cheques] = groupPayments([
    payment(1, 'cash'),
    payment(2, 'cash'),
    payment(3, 'cheque'),
    payment(4, 'cheque'),
  ]);
  if (!cash || !cheques) throw new Error('two groups');
  expect(tickGroup([4], cash, false)).toEqual([4, 1, 2]);
  expect(tickGroup([4, 1, 2], cash, true)).toEqual([4]);
  expect(tickGroup([4], cheques, true)).toEqual([]);
});
