import { z } from 'zod';

import { envelope } from './envelope';
import { Id } from './primitives';

/** The contact or user who was erased. */
export const ErasedSchema = z.object({ id: Id });
export const ErasedResponse = envelope(ErasedSchema);
