import { z } from 'zod';

import { envelope } from './envelope';
import { EXTENSIONS } from './extensions';
import { Name } from './primitives';
import { tolerant } from './tolerant';

/** The name of the service and its extensions. */
export const HealthSchema = z.object({
  name: z.literal('doorstep'),
  version: Name,
  extensions: z.array(z.enum(EXTENSIONS)),
});

/** Unknown extension names are ignored. */
export const HealthRead = tolerant(HealthSchema, []);

export const HealthResponse = envelope(HealthSchema);

/** Sent while the database responds; otherwise the response is a 503 problem. */
export const ReadySchema = z.object({ ready: z.literal(true) });
export const ReadyResponse = envelope(ReadySchema);
