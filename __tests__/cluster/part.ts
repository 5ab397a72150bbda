/** A program of the cluster, started again whenever it ends, as systemd does. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import type { User } from './packages';

export type PartOptions = {
  name: string;
  command: string;
  args: string[];
  environment?: Record<string, string>;
  user?: User | undefined;
  /** Receives what the program prints. */
  log: string;
  /** Processes that belong to it and are not its children, e.g. of PostgreSQL. */
  others?: () => number[];
};

const restartMs = 1_000;

/** The parent of every process. */
function readParents(): Map<number, number> {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It has ended meanwhile.
    }
  }
  return parents;
}

/** These processes and everything that they started, themselves first. */
function withDescendants(roots: readonly number[]): number[] {
  const parents = readParents();
  const found = roots.filter((pid) => parents.has(pid));
  for (const pid of found)
    for (const [child, parent] of parents) if (parent === pid && !found.includes(child)) found.push(child);
  return found;
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.charAt(stat.lastIndexOf(')') + 2) !== 'Z';
  } catch {
    return false;
  }
}

export class Part {
  #child: ChildProcess | null = null;
  #isWanted = false;

  constructor(private readonly options: PartOptions) {}

  get name(): string {
    return this.options.name;
  }

  start(): void {
    this.#isWanted = true;
    if (this.#child) return;
    const { command, args, environment, user, log } = this.options;
    const output = openSync(log, 'a');
    const child = spawn(command, args, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', output, output],
      ...user,
    });
    closeSync(output);
    this.#child = child;
    child.once('exit', () => {
      if (this.#child === child) this.#child = null;
      setTimeout(() => {
        if (this.#isWanted) this.start();
      }, restartMs);
    });
  }

  /** Kills the program and everything that belongs to it; it stays down until it is started. */
  async kill(): Promise<void> {
    this.#isWanted = false;
    const child = this.#child;
    const ended = child ? once(child, 'exit') : Promise.resolve();
    // Twice: a process may have started another one meanwhile.
    for (let times = 0; times < 2; times += 1) {
      const roots = [...(child?.pid === undefined ? [] : [child.pid]), ...(this.options.others?.() ?? [])];
      const pids = withDescendants(roots);
      pids.forEach(signal);
      while (pids.some(isRunning)) await sleep(20);
    }
    await ended;
  }
}
