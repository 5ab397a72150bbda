/** A file that a person chose, as text. */
export type PickedText =
  { kind: 'picked'; name: string; text: string } | { kind: 'cancelled' | 'unreadable' };

/** The phone apps have no file picker: the text is pasted. */
export const pickTextFile: ((accept: string) => Promise<PickedText>) | null = null;
