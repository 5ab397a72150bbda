import { type Biometrics } from './biometrics';

/** A browser has none that would work without a service. */
export const biometrics: Biometrics | null = null;
