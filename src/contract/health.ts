import { z } from 'zod';

import { envelope } from './envelope';
import { EXTENSIONS } from './extensions';
import { Name } from './primitives';
import { tolerant } from './tolerant';

/** Who answers, and which extensions it has. */
export const HealthSchema = z.object({
  name: z.literal('doorstep'),
  version: Name,
  extensions: z.array(z.enum(EXTENSIONS)),
});

/** Read without trust: names of extensions we do not know are kept and mean nothing. */
export const HealthRead = tolerant(HealthSchema, []);

export const HealthResponse = envelope(HealthSchema);

/** Sent while the database answers; otherwise the answer is a 503 problem. */
export const ReadySchema = z.object({ ready: z.literal(true) });
export const ReadyResponse = envelope(ReadySchema);
