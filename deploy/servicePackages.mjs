/**
 * Reduces package.json in this folder to the packages that the service imports, and tsx, which runs it: the image needs
 * nothing of the app. `npm install` then takes their versions from package-lock.json.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['server', 'src/contract', 'src/domain'];
const IMPORT = /(?:from|import|import\() ?'((?:@[\w-]+\/)?[\w.-]+)[^']*'/g;

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
);
const imported = new Set(sources.flatMap((text) => [...text.matchAll(IMPORT)].map(([, name]) => name)));

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const isNeeded = ([name]) => name === 'tsx' || imported.has(name);
const dependencies = Object.fromEntries(Object.entries(manifest.dependencies).filter(isNeeded));
writeFileSync(
  'package.json',
  `${JSON.stringify({ ...manifest, dependencies, devDependencies: {} }, null, 2)}\n`
);
