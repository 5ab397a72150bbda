import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { it } from 'node:test';

import { describeMisfit } from '../mutations/misfit';
import { mutations } from '../mutations/table';

it('every mutation of the table fits the source', async () => {
  const root = resolve(__dirname, '../..');
  const misfits = await Promise.all(mutations.map((mutation) => describeMisfit(root, mutation)));
  assert.deepEqual(
    misfits.filter((misfit) => misfit !== null),
    []
  );
  assert.ok(mutations.length >= 30);
});
