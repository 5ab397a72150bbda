import { type Biometrics } from './biometrics';

/** WebAuthn needs a server, so it does not work offline. */
export const biometrics: Biometrics | null = null;
