import { createHash } from 'node:crypto';

import { sha256Hex } from '@/db/sha256';

test.each(['', 'abc', 'Élodie ✓ 🎉'])('the hash of %j is that of the standard', (text) => {
  expect(sha256Hex(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
});

test.each([55, 56, 63, 64, 65, 119, 120, 128, 5_000])(
  'the hash of %i letters is, too, whatever was hashed before',
  (length) => {
    const text = 'x'.repeat(length);
    sha256Hex('é'.repeat(300));
    expect(sha256Hex(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
  }
);
