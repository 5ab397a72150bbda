import { readContactNumber } from '@/features/contacts/contactNumber';

describe('the number of a contact', () => {
  it.each([
    ['48213', 48213],
    [' 0048213 ', 48213],
    ['No. 48213', 48213],
    ['#48213', 48213],
    ['https://doorstep.example.org/contacts/48213', 48213],
    ['doorstep:contact=48213', 48213],
    ['٤٨٢١٣', 48213],
    ['0', 0],
  ])('is read from %s', (text, number) => expect(readContactNumber(text)).toBe(number));

  it.each([
    '',
    'Rosa',
    '48213 rue Haute',
    '06 12 34 56 78',
    '+33612345678',
    '12345678901234567890',
    'https://example.org/48213/x',
  ])('is not taken from %s', (text) => expect(readContactNumber(text)).toBeNull());
});
