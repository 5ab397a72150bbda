import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openFileEngine } from '../../__tests__/support/sqlite';
import { type Place } from './stores';

/** Files in a temporary folder of this run, deleted at the end. */
export function openFiles(): Place & { close: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-bench-'));
  return {
    open: (name) => Promise.resolve(openFileEngine(join(folder, name))),
    remove: async (name) => {
      for (const end of ['', '-wal', '-shm', '-journal'])
        rmSync(join(folder, `${name}${end}`), { force: true });
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
