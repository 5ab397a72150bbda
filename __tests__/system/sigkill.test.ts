import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { startTestService } from '../server/harness';
import { freePort } from '../support/ports';
import { temporaryFile } from '../support/sqlite';

/** How often each of the two is killed; 200 with `npm run sim:kill` and every night. */
const kills = Number(process.env.KILLS ?? 6);

type Child = { process: ChildProcess; ready: Promise<void> };

/** All started processes, so that a failed test ends them too. */
const children: Child[] = [];

function start(
  file: string,
  given: readonly string[],
  onLine: (line: string) => void = () => undefined
): Child {
  const path = join(__dirname, 'killed', file);
  const child = spawn(process.execPath, ['--import', 'tsx', path, ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.on('exit', () => reject(new Error(`${file} ended before it was ready`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'ready') resolve();
      else onLine(line);
    });
  });
  // A process may be killed while it starts.
  ready.catch(() => undefined);
  const started = { process: child, ready };
  children.push(started);
  return started;
}

async function kill({ process: child }: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

test(`a phone and a service killed with SIGKILL ${kills} times each: every saved bundle is stored once`, async () => {
  const own = await startTestService({ extensions: true });
  const space = await own.createSpace({ contacts: 1 });
  const port = await freePort();
  const file = temporaryFile();
  const saved = new Set<string>();
  const onLine = (line: string) => {
    if (line.startsWith('saved ')) saved.add(line.slice('saved '.length));
  };
  const phoneArguments = [
    file.path,
    `http://127.0.0.1:${port}/api`,
    space.tokens.volunteer,
    String(space.userIds.volunteer),
    String(space.groupId),
    String(space.contactIds[0]),
  ];
  const startService = () => start('service.ts', [own.connectionString, String(port)]);
  const startPhone = () => start('phone.ts', ['capture', ...phoneArguments], onLine);

  /** Kills a process so many times, until it has done something: mostly at work, sometimes while it starts. */
  const torment = async (begin: () => Child, mostMs: number, hasWorked = () => true) => {
    for (let times = 0; times < kills || !hasWorked(); times += 1) {
      const child = begin();
      if (times % 5 !== 4) await child.ready;
      await sleep(Math.random() * mostMs);
      await kill(child);
    }
  };

  try {
    await Promise.all([torment(startService, 1_500), torment(startPhone, 1_000, () => saved.size > 0)]);

    const service = startService();
    await service.ready;
    const last = start('phone.ts', ['drain', ...phoneArguments]);
    const [code] = await once(last.process, 'exit');
    await kill(service);
    assert.equal(code, 0);

    const { rows } = await own.database.asOwner(({ $client: client }) =>
      client.query<{ token: string; count: number }>(
        'SELECT delivery_token AS token, count(*)::int AS count FROM transactions WHERE group_id = $1 GROUP BY 1',
        [space.groupId]
      )
    );
    const stored = new Map(rows.map(({ token, count }) => [token, count]));
    assert.deepEqual(
      [...saved].filter((id) => !stored.has(id)),
      [],
      'saved and not there'
    );
    assert.deepEqual(
      [...stored].filter(([, count]) => count > 1),
      [],
      'there more than once'
    );
    process.stdout.write(
      `# ${kills} kills each, ${saved.size} saved, ${stored.size} stored, none lost, none doubled\n`
    );
  } finally {
    await Promise.all(children.map(kill));
    await own.close();
    file.remove();
  }
});
