/**
 * What the phone of a person holds, by the buckets that the service names. Null where the service has none: then the phone
 * holds everything that the service shows.
 */
export type Buckets = readonly string[] | null;

export const actionBucket = (actionId: number) => `action:${actionId}`;

/** The action of a bucket; null for any other bucket. */
export function actionOfBucket(bucket: string): number | null {
  const [, id] = /^action:(\d+)$/.exec(bucket) ?? [];
  return id === undefined ? null : Number(id);
}

export const holdsAllContacts = (buckets: Buckets) => buckets === null || buckets.includes('contacts');

/** Gifts of all people: without them sums are those of the person, or of the teams that they lead. */
export const holdsAllGifts = (buckets: Buckets) => buckets === null || buckets.includes('all');
