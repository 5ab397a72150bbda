/** A process that saves captures until it is killed, and prints each id after its record was saved. */
import { openStore } from '@/db/store';
import { openScope } from '@/db/scopes';

import { openFileEngine } from '../support/sqlite';
import { anna, capture, saveWithDraft } from './harness';

async function main([path = '', round = '']: readonly string[]): Promise<void> {
  const store = await openStore(openFileEngine(path, { afterKill: true }));
  const scope = await openScope(store, anna);
  for (let turn = 0; ; turn += 1) {
    const id = `${round}-${turn}`;
    await saveWithDraft(store, scope, capture({ id }));
    process.stdout.write(`${id}\n`);
  }
}

void main(process.argv.slice(2));
