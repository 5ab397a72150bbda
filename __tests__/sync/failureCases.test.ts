import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');

/** The last column of each row of the table. */
const coverage = readFileSync(join(root, 'docs/failure-cases.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => line.split('|').at(-2)?.trim() ?? '');

const named = coverage.filter((cell) => cell !== 'not yet');

test('the table of failure cases has its rows', () => {
  expect(coverage).toHaveLength(45);
  expect(named.length).toBeGreaterThanOrEqual(34);
});

test.each(named)('%s', (cell) => {
  const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(cell) ?? [];
  const path = [join(root, '__tests__', file), join(root, file)].find((candidate) => existsSync(candidate));
  expect({ file, exists: path !== undefined }).toEqual({ file, exists: true });
  expect(readFileSync(path ?? '', 'utf8')).toContain(title);
});
