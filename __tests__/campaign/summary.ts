/** The last line of a run. */
export type Summary = {
  cycles: number;
  saved: number;
  kills: number;
  lost: number;
  doubled: number;
  misreported: number;
  stuck: number;
  /** Saved and not sent when a fault deleted the storage. */
  deleted: number;
  /** Duplicates that no app can prevent. */
  edges: number;
  /** Stored writes that the browser repeated automatically. */
  resends: number;
};

/** Whether every record arrived once, and was shown correctly. */
export const isClean = ({ lost, doubled, misreported, stuck }: Summary): boolean =>
  lost + doubled + misreported + stuck === 0;
