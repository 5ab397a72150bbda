import { first } from './first';
import { later } from './later';

/** All messages, one file per feature. `t` is typed by this object; the other languages have the same keys. */
export const en = { ...first, ...later } as const;
