import { type Contact } from '@/contract/contact';
import { overlayContactChange } from '@/domain/contacts/contactEdit';
import { usablePhone } from '@/domain/contacts/contactLinks';
import { formOf, readChangedContact, readNewContact } from '@/features/contacts/edit/contactForm';

const id = '3f0e8b0a-7d0e-4a53-9d0b-111111111111';
const seen: Contact = {
  id: 7,
  firstname: 'Rosa',
  surname: 'Giraud',
  mobile: '06 11',
  mobile_invalid: true,
  phone: '04 72',
  phone_invalid: false,
  tags: [{ name: 'Lyon, Nord' }, { name: 'helper' }],
};

it('a corrected number is usable, although the one before was wrong', () => {
  const reading = readChangedContact(seen, { ...formOf(seen), mobile: '06 12', phone: '04 73' });
  expect(reading).toEqual({
    kind: 'update',
    update: { mobile: '06 12', mobile_invalid: null, phone: '04 73' },
  });
  const changed = overlayContactChange(seen, seen, reading.kind === 'update' ? reading.update : {});
  expect(usablePhone(changed)).toBe('06 12');
});

it('a contact without a name can be changed, and a name is not removed', () => {
  const nameless = { id: 8, firstname: '', surname: '' };
  expect(readChangedContact(nameless, { ...formOf(nameless), mobile: '06' })).toEqual({
    kind: 'update',
    update: { mobile: '06' },
  });
  const missing = { kind: 'errors', errors: { surname: 'name_missing' } };
  expect(readChangedContact(seen, { ...formOf(seen), firstname: '', surname: ' ' })).toEqual(missing);
  expect(readNewContact(id, { ...formOf({}), mobile: '06' })).toEqual(missing);
});

it.each([
  ['Lyon, Nord, helper, car', ['Lyon, Nord', 'helper', 'car']],
  ['helper; Lyon, Nord', ['helper', 'Lyon, Nord']],
  ['Lyon, Nordost, helper', ['Lyon', 'Nordost', 'helper']],
  ['helper, helper', ['helper']],
])('the tags "%s" keep one with a comma as it is', (tags, names) => {
  expect(readChangedContact(seen, { ...formOf(seen), tags })).toEqual({
    kind: 'update',
    update: { tags: names.map((name) => ({ name })) },
  });
});
