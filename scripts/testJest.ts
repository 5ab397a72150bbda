/**
 * The jest stage of `npm test`. To load React Native and every screen costs a file more than its tests do, so several
 * files share the loaded modules: one after the other, each as a suite under its name.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { type Count, count, results, root, runPackage } from './testRun';

/** How many groups the files of a project make: fewer load the app less often, more keep less in memory. */
const groups = { node: 2, ios: 2, android: 1 };
type Project = keyof typeof groups;
const projects = Object.keys(groups) as Project[];

/** Such a file needs modules of its own: it replaces some of them for everything that is loaded after it. */
const needsOwnModules = /\bjest\.(mock|resetModules)\(/;

async function listFiles(project: Project): Promise<string[]> {
  const jest = join(root, 'node_modules', '.bin', 'jest');
  const listed = await promisify(execFile)(jest, ['--listTests', '--json', '--selectProjects', project], {
    cwd: root,
  });
  return JSON.parse(listed.stdout) as string[];
}

/** Longer files first, dealt like cards, so that the groups take about the same time. */
async function deal(files: string[], hands: number): Promise<string[][]> {
  const sized = await Promise.all(files.map(async (file) => ({ file, size: (await stat(file)).size })));
  sized.sort((a, b) => b.size - a.size || (a.file < b.file ? -1 : 1));
  const dealt: string[][] = Array.from({ length: hands }, () => []);
  sized.forEach(({ file }, index) => dealt[index % hands]?.push(file));
  return dealt;
}

async function writeGroups(project: Project): Promise<void> {
  const folder = join(results, 'jest', project);
  await mkdir(folder, { recursive: true });
  const together: string[] = [];
  const alone: string[] = [];
  for (const file of await listFiles(project))
    (needsOwnModules.test(await readFile(file, 'utf8')) ? alone : together).push(file);
  const lists = [...(await deal(together, groups[project])), ...alone.map((file) => [file])];
  const program = JSON.stringify(join(root, '__tests__', 'support', 'jestTogether.ts'));
  for (const [index, files] of lists.entries()) {
    const names = files.map((file) => `  ${JSON.stringify(relative(root, file))},\n`).join('');
    const text = `require(${program}).runTogether([\n${names}]);\n`;
    await writeFile(join(folder, `group-${index + 1}.js`), text);
  }
}

/** Runs projects in one process: two would both compile the app for the same platform. */
async function runProjects(...names: Project[]): Promise<Count> {
  const report = join(results, `jest-${names[0]}.json`);
  const args = ['--ci', '--runInBand', '--json', `--outputFile=${report}`, '--selectProjects', ...names];
  const code = await runPackage('jest', ...args);
  type Report = { numPassedTests: number; numFailedTests: number; numRuntimeErrorTestSuites: number };
  const text = await readFile(report, 'utf8').catch(() => '{}');
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    numRuntimeErrorTestSuites = 0,
  } = JSON.parse(text) as Partial<Report>;
  return count(code, numPassedTests, numFailedTests + numRuntimeErrorTestSuites);
}

export async function runJest(): Promise<Count> {
  await Promise.all(projects.map(writeGroups));
  process.env.JEST_GROUPS = '1';
  const [one, other] = await Promise.all([runProjects('ios'), runProjects('android', 'node')]);
  return { passed: one.passed + other.passed, failed: one.failed + other.failed };
}
