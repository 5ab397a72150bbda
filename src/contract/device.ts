import { z } from 'zod';

import { envelope } from './envelope';
import { Count, Id, Name, Timestamp } from './primitives';
import { tolerant } from './tolerant';

/** A device on which a user is signed in, so that a lost phone can be found and signed out. */
export const DeviceSchema = z.object({
  id: Id,
  name: Name,
  created_at: Timestamp,
  last_used_at: Timestamp,
  /** The device that sent the request. */
  current: z.boolean(),
});
export const DeviceRead = tolerant(DeviceSchema);
export type Device = z.output<typeof DeviceRead>;

export const DeviceListResponse = envelope(z.object({ devices: z.array(DeviceSchema) }));

/** How many devices were signed out. */
const SignedOutSchema = z.object({ message: z.string(), devices: Count });
export const SignedOutRead = tolerant(SignedOutSchema, []);
export const SignedOutResponse = envelope(SignedOutSchema);
