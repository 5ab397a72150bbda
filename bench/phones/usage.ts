/** The CPU time of processes, which other load on the machine changes less than durations. */
import { readFileSync } from 'node:fs';

import { runSql } from '../../__tests__/server/harness';

/** /proc counts in hundredths of a second. */
const msPerTick = 10;

function cpuMsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * msPerTick;
  } catch {
    return 0;
  }
}

export type CpuUse = { serviceMs: number; databaseMs: number };

/** Returns a function that returns the CPU time since this call, of the service and of its connections. */
export async function startCounting(
  servicePid: number,
  connectionString: string
): Promise<() => Promise<CpuUse>> {
  const read = async () => {
    const text = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'doorstep'`;
    const { rows } = await runSql<{ pid: number }>(connectionString, text);
    return { service: cpuMsOf(servicePid), database: new Map(rows.map(({ pid }) => [pid, cpuMsOf(pid)])) };
  };
  const before = await read();
  return async () => {
    const after = await read();
    let databaseMs = 0;
    for (const [pid, ms] of after.database) databaseMs += ms - (before.database.get(pid) ?? 0);
    return { serviceMs: after.service - before.service, databaseMs };
  };
}
