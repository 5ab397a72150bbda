import { readTypedCash } from '@/features/cash/countForm';

const read = (count: string) =>
  readTypedCash({ EUR: { '2000': count } }, ['EUR'], { settings: null, locale: 'ar-EG' });

it('adds up pieces, and names the field of what is no number', () => {
  for (const count of ['12', ' 12 '])
    expect(read(count)).toMatchObject({ kind: 'counted', sums: [{ currency: 'EUR', amount: 24_000 }] });
  for (const count of ['1.5', '-1', '1 2', 'two'])
    expect(read(count)).toEqual({ kind: 'errors', fields: new Set(['EUR:2000']) });
});
