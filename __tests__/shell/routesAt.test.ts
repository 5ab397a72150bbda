import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

import { routesAt } from '@/shell/routesAt';

/** The files of app/, as the router lists them. */
const files = readdirSync(resolve(__dirname, '../../app'), { recursive: true, encoding: 'utf8' })
  .map((file) => `./${file.split('\\').join('/')}`)
  .filter((file) => /\.tsx?$/.test(file));
const frames = files.filter((file) => file.endsWith('_layout.tsx'));

test.each([
  ['/', ['./(places)/index.tsx']],
  ['/contacts', ['./(places)/contacts/index.tsx']],
  ['/contacts/', ['./(places)/contacts/index.tsx']],
  ['/contacts/12', ['./(places)/contacts/[id].tsx', './(places)/contacts/index.tsx']],
  ['/ledger/7/correct', ['./(places)/ledger/[id]/correct.tsx', './(places)/ledger/index.tsx']],
  ['/people/invite', ['./(places)/people/invite.tsx', './(places)/people/index.tsx']],
  ['/record', ['./record.tsx']],
  ['/nowhere', []],
])('%s needs every frame and %j', (path, screens) => {
  expect(frames.length).toBeGreaterThan(3);
  expect(routesAt(path, files).sort()).toEqual([...frames, ...screens].sort());
});
