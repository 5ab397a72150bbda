import { type SharedText } from './sharedText';

/** A browser hands nothing over. */
export const sharedText: SharedText | null = null;
