import { z } from 'zod';

import { envelope } from './envelope';
import { Count, Timestamp, text } from './primitives';

/** The digits of a code with which a leader lets people into a team. */
export const NEWCOMER_CODE_DIGITS = 8;

export const NewcomerCodeRequest = z.object({ data: z.object({}) });

/** The only response with the code. */
export const NewcomerCodeSchema = z.object({ code: text(20), expires_at: Timestamp, people_left: Count });
export type NewcomerCode = z.output<typeof NewcomerCodeSchema>;
export const NewcomerCodeResponse = envelope(NewcomerCodeSchema);
