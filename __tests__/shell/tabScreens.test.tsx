import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

import { tabScreens } from '@/shell/TabsLayout';

test('the tabs have every screen of their folder, so that no link to one of them does nothing', () => {
  const files = readdirSync(resolve(__dirname, '../../app/(tabs)'));
  const paths = files
    .map((file) => file.replace(/\.tsx$/, ''))
    .filter((name) => name !== '_layout')
    .map((name) => (name === 'index' ? '/' : `/${name}`));
  expect(tabScreens.map(({ href }) => href).sort()).toEqual(paths.sort());
});
