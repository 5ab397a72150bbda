import { type Contact } from '@/contract/contact';
import { overlayContactChange, mergeContact } from '@/domain/contacts/contactEdit';

const seen: Contact = {
  id: 7,
  firstname: 'Nora',
  surname: 'Blum',
  mail: 'old@example.org',
  address: { street: 'Rue A', city: 'Lyon', latitude: '45' },
};

test('sends only what differs from the service', () => {
  const change = { mail: 'new@example.org', mobile: '06' };
  expect(mergeContact(seen, change, { ...seen, mobile: '06' })).toEqual({
    kind: 'merged',
    changes: { mail: 'new@example.org' },
  });
  expect(mergeContact(seen, change, { ...seen, ...change })).toEqual({ kind: 'merged', changes: {} });
});

test('keeps what others changed in other fields and other parts of the address', () => {
  const change = { address: { street: 'Rue B', city: 'Lyon' } };
  const theirs = { ...seen, surname: 'Other', address: { ...seen.address, city: 'Paris' } };
  expect(mergeContact(seen, change, theirs)).toEqual({
    kind: 'merged',
    changes: { address: { street: 'Rue B', city: 'Paris' } },
  });
});

test('asks about a field that both changed, with all three values', () => {
  const merge = mergeContact(
    seen,
    { mail: null, address: { street: 'Rue B' } },
    { ...seen, mail: 'x@example.org', address: { street: 'Rue C', city: 'Lyon', latitude: '45' } }
  );
  expect(merge).toEqual({
    kind: 'conflict',
    conflicts: [
      { field: 'mail', base: 'old@example.org', mine: null, theirs: 'x@example.org' },
      { field: 'address.street', base: 'Rue A', mine: 'Rue B', theirs: 'Rue C' },
    ],
  });
});

test('an address without parts is cleared', () => {
  expect(mergeContact(seen, { address: null }, seen)).toEqual({ kind: 'merged', changes: { address: null } });
});

test('a change is laid over what the phone has, field by field', () => {
  const now = { ...seen, surname: 'Now', address: { ...seen.address, city: 'Paris' } };
  const laid = overlayContactChange(now, seen, { mail: null, address: { street: 'Rue B', city: 'Lyon' } });
  expect(laid).toMatchObject({ surname: 'Now', address: { street: 'Rue B', city: 'Paris' } });
  expect(laid.mail).toBeUndefined();
  expect(laid.address?.latitude).toBeUndefined();
});
