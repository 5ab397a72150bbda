import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCampaign } from './campaign';
import { isClean } from './summary';

test('six cycles of faults and kills in Chromium: every saved record arrives once and is shown correctly', async () => {
  const lines: string[] = [];
  const summary = await runCampaign({
    cycles: 6,
    seed: 18,
    extensions: 'on',
    print: (line) => void lines.push(line),
  });
  const report = [...lines, JSON.stringify(summary)].join('\n');
  assert.ok(isClean(summary), report);
  assert.ok(summary.saved > 0 && summary.kills > 0, report);
});
