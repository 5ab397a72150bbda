import type { FaultLog } from './faults';
import type { Oracle } from './oracle';
import type { Phone } from './phone';
import type { Random } from './random';
import type { SimSpace } from './service';
import type { SimSignIn } from './signIn';
import type { VirtualClock } from './virtualClock';

/** The parts of one schedule, for those who act in it. */
export type World = {
  clock: VirtualClock;
  random: Random;
  log: FaultLog;
  oracle: Oracle;
  space: SimSpace;
  signIn: SimSignIn;
  phone: Phone;
  /** How many requests of the phone are on their way. */
  inFlight: () => number;
};
