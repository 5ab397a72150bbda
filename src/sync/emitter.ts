/** A value that can be watched. Listeners are told of the newest value, one after the other. */
export type Emitter<T> = {
  get: () => T;
  set: (value: T) => void;
  /** Answers the way to stop listening. */
  subscribe: (listener: (value: T) => void) => () => void;
};

export function createEmitter<T>(initial: T): Emitter<T> {
  let current = initial;
  const listeners = new Set<(value: T) => void>();
  return {
    get: () => current,
    set: (value) => {
      current = value;
      for (const listener of [...listeners]) listener(value);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
