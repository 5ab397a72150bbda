import { readSupporter, writeSupporter } from '@/domain/contacts/supporter';

import { fc } from '../../support/property';

test('a supporter is written in a form that people can read', () => {
  const text = writeSupporter({ name: 'Ada Example', phone: '+33 1 99 00 00 00' }, 'Rang twice');
  expect(text).toBe('New supporter\nName: Ada Example\nPhone: +33 1 99 00 00 00\n\nRang twice');
});

test('a written supporter is parsed back, with any typed text', () => {
  const line = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '');
  fc.assert(
    fc.property(
      line,
      fc.array(fc.option(line), { minLength: 4, maxLength: 4 }),
      fc.string(),
      (name, more, given) => {
        const [address, mail, phone, permission] = more;
        const typed = Object.entries({ address, mail, phone, permission }).filter(([, text]) => text);
        const supporter = { name, ...Object.fromEntries(typed) };
        const comment = given.replace(/\r\n?/g, '\n').trim();
        expect(readSupporter(writeSupporter(supporter, comment))).toEqual({ supporter, comment });
      }
    )
  );
});

test('any other comment contains no supporter', () => {
  for (const comment of ['', 'Rang twice', 'New supporter', 'New supporter\nMail: a@example.org']) {
    expect(readSupporter(comment)).toBeNull();
  }
});
