import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { importFields, otherNames } from '@/domain/contacts/contactColumns';

const page = readFileSync(join(__dirname, '../../../docs/import.md'), 'utf8');

test('docs/import.md names the columns that are recognised, in their order', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` +\| (.*?) +\|/gm)];
  expect(rows.map(([, field, names = '']) => [field, names.trim()])).toEqual(
    importFields.map((field) => [field, (otherNames[field] ?? []).join(', ')])
  );
});
