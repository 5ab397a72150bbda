/** A file that a person chose. */
export type PickedFile =
  { kind: 'picked'; name: string; bytes: Uint8Array } | { kind: 'cancelled' | 'unreadable' };

/** The phone apps have no file picker: the text is pasted. */
export const pickFile: ((accept: string) => Promise<PickedFile>) | null = null;
