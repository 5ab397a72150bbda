import { readAddress } from '@/domain/address';
import { mapLink, contactLinksOf, messageLinks, safeWebLink } from '@/domain/contacts/contactLinks';

test('a number is dialled by its digits, in any format', () => {
  expect(contactLinksOf({ phone: '+33 (0)6 12.34-56 78' }).call).toBe('tel:+33612345678');
  expect(contactLinksOf({ phone: '06 12 34 56 78' }).text).toBe('sms:0612345678');
  expect(contactLinksOf({ phone: '+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧' }).call).toBe('tel:+966501234567');
});

test('a missing value has no link', () => {
  expect(contactLinksOf({ phone: 'none', mail: 'at home' })).toEqual({ call: null, text: null, mail: null });
  expect(contactLinksOf({})).toEqual({ call: null, text: null, mail: null });
});

test('a mail address cannot inject a subject', () => {
  expect(contactLinksOf({ mail: 'a@b.org?bcc=c@d.org' }).mail).toBe('mailto:a@b.org%3Fbcc%3Dc%40d.org');
});

test('a message has its content, and the person if there is a number or an address', () => {
  const content = { subject: 'Receipt & thanks', text: 'No. 1\nhttps://a.example/r#x' };
  const body = 'body=No.%201%0Ahttps%3A%2F%2Fa.example%2Fr%23x';
  expect(messageLinks({ phone: '06 12', mail: 'a@b.org' }, content)).toEqual({
    text: `sms:0612?&${body}`,
    mail: `mailto:a@b.org?subject=Receipt%20%26%20thanks&${body}`,
  });
  expect(messageLinks({}, content).text).toBe(`sms:?&${body}`);
});

test('directions use the position, or the text without one', () => {
  expect(mapLink(readAddress({ street: 'Quai', latitude: '45.1', longitude: '4.2' }))).toBe(
    'geo:45.1,4.2?q=45.1,4.2'
  );
  expect(mapLink(readAddress({ housenumber: 8, street: 'Quai', city: 'Port' }))).toBe(
    'geo:0,0?q=8%20Quai%2C%20Port'
  );
  expect(mapLink(readAddress({}))).toBeNull();
});

test('only web addresses are opened', () => {
  expect(safeWebLink('example.org/join')).toBe('https://example.org/join');
  expect(safeWebLink('http://example.org')).toBe('http://example.org');
  for (const link of [
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc',
    '',
    '  ',
    'nowhere',
    undefined,
  ])
    expect(safeWebLink(link)).toBeNull();
});
