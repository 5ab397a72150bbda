import { isTypoOf, likeName } from '@/domain/contacts/similarity';

test('a name with a typing error, in another order, with an initial or with one name more is alike; a shared first name is less', () => {
  const alike = ['Blum Nora', 'Norah Blum', 'Nora Blüm', 'N. Blum', 'Nora Blum Klein'];
  for (const other of alike) expect(likeName('Nora Blum', other)).toBeGreaterThanOrEqual(0.6);
  for (const other of ['Nora Klein', 'Tom Blum', 'Bo Ray'])
    expect(likeName('Nora Blum', other)).toBeLessThan(0.6);
  expect(likeName('', '')).toBe(0);
});

test('a typing error is one letter in a long text, two in a longer one', () => {
  expect(isTypoOf('nora@example.org', 'nora@exemple.org')).toBe(true);
  expect(isTypoOf('611223344', '611223345')).toBe(true);
  expect(isTypoOf('611223344', '611223344')).toBe(false);
  expect(isTypoOf('611223344', '611223399')).toBe(false);
  expect(isTypoOf('', 'a')).toBe(false);
});
