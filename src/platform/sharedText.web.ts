import { type SharedText } from './sharedText';

/** A web page receives no shared text. */
export const sharedText: SharedText | null = null;
