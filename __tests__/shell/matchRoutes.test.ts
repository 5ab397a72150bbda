import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

import { matchRoutes } from '@/shell/matchRoutes';

/** The files of app/, as the router lists them. */
const files = readdirSync(resolve(__dirname, '../../app'), { recursive: true, encoding: 'utf8' })
  .map((file) => `./${file.split('\\').join('/')}`)
  .filter((file) => /\.tsx?$/.test(file));
const frames = files.filter((file) => file.endsWith('_layout.tsx'));

test.each([
  ['/', ['./(tabs)/index.tsx']],
  ['/contacts', ['./(tabs)/contacts/index.tsx']],
  ['/contacts/', ['./(tabs)/contacts/index.tsx']],
  ['/contacts/12', ['./(tabs)/contacts/[id]/index.tsx', './(tabs)/contacts/index.tsx']],
  ['/ledger/7/correct', ['./(tabs)/ledger/[id]/correct.tsx', './(tabs)/ledger/index.tsx']],
  ['/people/invite', ['./(tabs)/people/invite.tsx', './(tabs)/people/index.tsx']],
  ['/record', ['./record.tsx']],
  ['/nowhere', []],
])('%s needs every frame and %j', (path, screens) => {
  expect(frames.length).toBeGreaterThan(3);
  expect(matchRoutes(path, files).sort()).toEqual([...frames, ...screens].sort());
});
