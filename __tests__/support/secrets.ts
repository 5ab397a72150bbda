import type { Secrets } from '@/platform/secrets';

/** The secrets of a phone, in memory. */
export function createSecrets(): Secrets {
  const stored = new Map<string, string>();
  return {
    get: (name) => Promise.resolve(stored.get(name) ?? null),
    set: (name, value) => Promise.resolve(void stored.set(name, value)),
    remove: (name) => Promise.resolve(void stored.delete(name)),
  };
}
