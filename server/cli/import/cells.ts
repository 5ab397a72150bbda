import { z } from 'zod';

import { Timestamp, booleanText } from '@/contract/primitives';

/** A day (1984-02-29) or a timestamp. */
export const dateCell = z
  .string()
  .transform((text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text))
  .pipe(Timestamp)
  .transform((text) => new Date(text))
  .refine((date) => !Number.isNaN(date.getTime()), 'this day does not exist');

/** true or false, 1 or 0. */
export const booleanCell = booleanText();
