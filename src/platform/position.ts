export type PositionNews =
  | { kind: 'fix'; latitude: number; longitude: number; accuracyMetres: number }
  | { kind: 'refused' }
  | { kind: 'unknown' };

export type WatchPosition = (listener: (news: PositionNews) => void) => () => void;

/** This build has no part that asks the phone where it is: maps are drawn without it. */
export const watchPosition: WatchPosition | null = null;
