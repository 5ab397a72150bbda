import { SimulatedDisk } from './disk';
import type { Mechanism } from './mutations';
import { runSeed, type SeedResult } from './schedule';
import { startSimService } from './simService';

export type RunOptions = {
  seeds: Iterable<number>;
  /** Whether the service has its extensions. */
  extensions: boolean;
  hostile?: boolean;
  off?: Mechanism | null;
  /** Called with each result; returning true ends the run. */
  onResult: (result: SeedResult) => boolean | void;
};

/** Runs schedules one after the other in this process, on one service with a space for each. */
export async function runSeeds({
  seeds,
  extensions,
  hostile: isHostile = false,
  off = null,
  onResult,
}: RunOptions): Promise<void> {
  const service = await startSimService(extensions);
  const disk = new SimulatedDisk();
  const detach = disk.attach();
  try {
    for (const seed of seeds) {
      const space = await service.createSpace();
      const result = await runSeed({ seed, space, disk, hasKeys: extensions, isHostile, off });
      const isEnough = onResult(result);
      if (isEnough === true) return;
    }
  } finally {
    detach();
    await service.close();
  }
}
