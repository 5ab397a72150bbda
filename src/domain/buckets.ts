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

/** Whether a bucket is still held where a person chose actions. `hold` is null without a choice. */
export function isHeld(hold: readonly number[] | null, bucket: string): boolean {
  const id = actionOfBucket(bucket);
  return hold === null || id === null || hold.includes(id);
}

/** Whether the person sees everyone in the space, and may choose which of them the phone holds. */
export const seesEveryone = (buckets: readonly string[]) => buckets.includes('all');

export const holdsAllContacts = (buckets: Buckets) => buckets === null || buckets.includes('contacts');

/** Whether every visit of an action is on the phone: others have those of their own user only. */
export const holdsVisits = (buckets: Buckets, actionId: number) =>
  buckets === null || seesEveryone(buckets) || buckets.includes(actionBucket(actionId));

/** Whose gifts are on the phone: sums are of these only. */
export type HeldGifts = 'all' | 'teams' | 'own';

export function giftsHeld(buckets: Buckets): HeldGifts {
  if (buckets === null || seesEveryone(buckets)) return 'all';
  return buckets.some((bucket) => bucket.startsWith('gifts:')) ? 'teams' : 'own';
}
