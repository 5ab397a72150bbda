import { withPressed } from '@/features/ledger/desk/selection';
import type { LedgerEntry } from '@/features/ledger/filters';

// c is not at the service yet, and cannot be selected.
const entries = ['a', 'b', 'c', 'd', 'e'].map((key) => ({
  key,
  number: key === 'c' ? null : 1,
})) as LedgerEntry[];
const press = (selected: string[], key: string, from: string | null = null) =>
  [...withPressed(entries, new Set(selected), { key, from })].sort().join('');

it('selects the pressed row, and clears it', () => {
  expect(press([], 'b')).toBe('b');
  expect(press(['a', 'b'], 'b')).toBe('a');
});

it('selects all rows from the row pressed before to one pressed with Shift, in either direction', () => {
  expect(press(['b'], 'e', 'b')).toBe('bde');
  expect(press(['e'], 'a', 'e')).toBe('abde');
});

it('clears them if the row pressed with Shift was selected', () => {
  expect(press(['a', 'b', 'd', 'e'], 'd', 'a')).toBe('e');
});

it('selects one row where the row pressed before is not in the list', () => {
  expect(press(['x'], 'd', 'x')).toBe('dx');
  expect(press([], 'd', null)).toBe('d');
});
