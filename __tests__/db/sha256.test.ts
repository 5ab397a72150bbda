import { createHash } from 'node:crypto';

import { sha256Hex } from '@/db/sha256';

test.each([
  '',
  'abc',
  'Élodie ✓ 🎉',
  'x'.repeat(55),
  'x'.repeat(56),
  'x'.repeat(63),
  'x'.repeat(64),
  'y'.repeat(5_000),
])('the hash of %j is that of the standard', (text) => {
  expect(sha256Hex(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
});
