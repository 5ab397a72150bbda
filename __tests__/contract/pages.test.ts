import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(__dirname, '../..');

function listPages(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => join(root, folder, name));
}

const pages = [
  join(root, 'README.md'),
  join(root, 'CHANGELOG.md'),
  ...['docs', 'src', 'server', 'bench'].flatMap(listPages),
];

/** The anchors of the headings of a page, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  const headings = [...readFileSync(page, 'utf8').matchAll(/^#+ (.*)$/gm)];
  return headings.map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-')
  );
}

function isBroken(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : resolve(dirname(page), path);
  if (!existsSync(target)) return true;
  return anchor !== undefined && !anchorsOf(target).includes(anchor);
}

test.each(pages.map((page) => [relative(root, page), page]))(
  'every link of %s leads somewhere',
  (_, page) => {
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !link.startsWith('https:') && isBroken(page, link))).toEqual([]);
  }
);

/** The last cell of each row of the tables of controls, such as `e2e/lock; the sensor untested`. */
const namedTests = readFileSync(join(root, 'docs/security.md'), 'utf8')
  .split('\n## ')
  .slice(1)
  .flatMap(
    (section) =>
      section
        .match(/^\| control .*\n(?:\|.*\n)*/m)?.[0]
        .split('\n')
        .slice(2, -1) ?? []
  )
  .flatMap((row) => row.split('|').at(-2)?.split(';') ?? [])
  .map((name) => name.trim())
  .filter((name) => /^\w+(\/[\w.]+)*$/.test(name));

const testFiles = readdirSync(join(root, '__tests__'), { recursive: true, encoding: 'utf8' });

test('the tests that docs/security.md names exist', () => {
  expect(namedTests.length).toBeGreaterThan(100);
  expect(namedTests.filter((name) => !testFiles.some((file) => file.startsWith(name)))).toEqual([]);
});
