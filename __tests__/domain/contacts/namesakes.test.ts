import { lastDigits, distinguishNamesakes } from '@/domain/contacts/namesakes';

const person = (id: number, place: string, phone = '') => ({ id, name: 'Marie Dupont', place, phone });

test('people of one name differ by their street, then by the end of the phone, then by their number', () => {
  const shown = distinguishNamesakes([
    person(1, '2 rue Basse, Lyon'),
    person(2, '4 rue Basse, Lyon', '+33 6 12 34 56 78'),
    person(3, '4 rue Basse, Lyon', '+33 6 12 34 56 79'),
    person(4, '4 rue Basse, Lyon'),
    person(5, '4 rue Basse, Lyon', '06 99 34 56 79'),
  ]);
  expect(shown.map(({ differs }) => differs)).toEqual(['place', 'phone', 'number', 'number', 'number']);
  expect(lastDigits('+33 6 12 34 56 78')).toBe('5678');
  expect(lastDigits('112')).toBe('');
});
