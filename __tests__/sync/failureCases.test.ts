import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');

/** The last column of each row of the two tables. */
const named = readFileSync(join(root, 'docs/failure-cases.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').at(-2)?.trim() ?? '')
  .filter((cell) => cell !== 'test' && !/^-+$/.test(cell));

test('the tables of failure cases have their rows', () => {
  expect(named).toHaveLength(84);
});

test.each(named)('%s', (cell) => {
  const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(cell) ?? [];
  const path = [join(root, '__tests__', file), join(root, file)].find((candidate) => existsSync(candidate));
  expect({ file, exists: path !== undefined }).toEqual({ file, exists: true });
  expect(readFileSync(path ?? '', 'utf8')).toContain(title);
});
