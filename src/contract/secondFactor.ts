import { z } from 'zod';

import { envelope } from './envelope';
import { Count, WebAddress } from './primitives';
import { tolerant } from './tolerant';

/** The second factor of the caller. */
const SecondFactorSchema = z.object({
  is_on: z.boolean(),
  /** Whether a space of the caller requires one for their role. */
  is_required: z.boolean(),
  recovery_codes_left: Count,
  /** The page of this device, valid for minutes; absent for a token without a device. */
  url: WebAddress.optional(),
});
export const SecondFactorRead = tolerant(SecondFactorSchema, []);
export type SecondFactor = z.output<typeof SecondFactorRead>;

export const SecondFactorResponse = envelope(SecondFactorSchema);
