import { SimulatedDisk } from './disk';
import type { Mechanism } from './sabotage';
import { runSeed, type SeedResult } from './seed';
import { startSimService } from './simService';

export type RunOptions = {
  seeds: Iterable<number>;
  /** Whether the service has its extensions. */
  extensions: boolean;
  off?: Mechanism | null;
  /** Told of each result; answering true ends the run. */
  onResult: (result: SeedResult) => boolean | void;
};

/** Runs seeds one after the other in this process, on one service with a space for each. */
export async function runSeeds({ seeds, extensions, off = null, onResult }: RunOptions): Promise<void> {
  const service = await startSimService(extensions);
  const disk = new SimulatedDisk();
  const detach = disk.attach();
  try {
    for (const seed of seeds) {
      const space = await service.createSpace();
      const isEnough = onResult(await runSeed({ seed, space, disk, hasKeys: extensions, off }));
      if (isEnough === true) return;
    }
  } finally {
    detach();
    await service.close();
  }
}
