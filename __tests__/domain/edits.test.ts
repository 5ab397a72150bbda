import { showsBefore, showsEdit } from '@/domain/edits';

const base = { id: 1, name: 'A', address: { city: 'Lyon', street: 'Quai' }, users: [{ id: 5, name: 'Eve' }] };

test('a record shows an edit if it has every changed field', () => {
  const edit = { base, mine: { ...base, name: 'B' } };
  expect(showsEdit({ ...base, name: 'B', address: { city: 'Paris' } }, edit, [])).toBe(true);
  expect(showsEdit(base, edit, [])).toBe(false);
});

test('an edit that clears a field is shown by a record without it', () => {
  const edit = { base, mine: { ...base, name: '' } };
  expect(showsEdit({ ...base, name: null }, edit, [])).toBe(true);
  expect(showsEdit(base, edit, [])).toBe(false);
});

test('persons of a list and parts of an address are compared separately', () => {
  const edit = {
    base,
    mine: { ...base, users: [{ id: 5 }, { id: 6 }], address: { ...base.address, city: 'Paris' } },
  };
  const record = { ...base, users: [{ id: 6 }, { id: 7 }], address: { city: 'Paris', street: 'Rue' } };
  expect(showsEdit(record, edit, [])).toBe(true);
  expect(showsEdit({ ...record, users: [{ id: 7 }] }, edit, [])).toBe(false);
  expect(showsEdit({ ...record, address: { city: 'Lyon' } }, edit, [])).toBe(false);
});

test('what a later edit changes again does not count, and the rest does', () => {
  const edit = { base, mine: { ...base, name: 'B', users: [] } };
  const later = { base: edit.mine, mine: { ...edit.mine, name: 'C' } };
  expect(showsEdit({ ...base, name: 'C', users: [] }, edit, [later])).toBe(true);
  expect(showsEdit({ ...base, name: 'C' }, edit, [later])).toBe(false);
});

test('a record shows what was before an edit if it returns a changed field with its old value, and none with another', () => {
  const edit = { base, mine: { ...base, name: 'B', address: { ...base.address, city: 'Paris' } } };
  expect(showsBefore(base, edit, [])).toBe(true);
  expect(showsBefore({ name: 'A' }, edit, [])).toBe(true);
  expect(showsBefore({ ...base, name: 'b' }, edit, [])).toBe(false);
  expect(showsBefore({ users: base.users }, edit, [])).toBe(false);
  const later = { base: edit.mine, mine: base };
  expect(showsBefore(base, edit, [later])).toBe(false);
});
