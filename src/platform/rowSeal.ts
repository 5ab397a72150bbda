import { type RowSeal } from '@/db/port';

/** A phone encrypts its whole file; single rows are sealed in a browser alone. */
export const openRowSeal = (): RowSeal | null => null;
