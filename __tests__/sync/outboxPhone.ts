import { createTestPhone, emptyService, storedBundle, type Reaction, type Sent } from './support';

export const keyed = ['idempotency_key', 'changes'];
export const minutes = (count: number) => count * 60_000;
/** For tests that run for hours of virtual time and are not about reading. */
export const withoutPulls = {
  pullIntervalMs: { feed: Number.MAX_SAFE_INTEGER, lists: Number.MAX_SAFE_INTEGER },
};

/** A network that handles the nth write as in the list, and stores all later ones. */
export const first =
  (...reactions: Reaction[]) =>
  (sent: Sent, count: number): Reaction =>
    reactions[count - 1] ?? storedBundle(sent, 100 + count);

export function phoneWith(onWrite: (sent: Sent, count: number) => Reaction, extensions = keyed) {
  return createTestPhone(emptyService(extensions, onWrite));
}

/** The response to a stored write. */
export const storedResponse = (sent: Sent, count: number) => {
  const stored = storedBundle(sent, 100 + count);
  if (typeof stored === 'string') throw new Error('expected a response');
  return stored;
};
