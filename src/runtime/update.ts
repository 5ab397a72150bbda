import { type UpdateControls } from '@/features/shared/runtime';

/** A newer build is never started by itself, and never under a form: what is half written stays on the screen. */
export function createUpdateControls(): UpdateControls & { offer(activate: () => void): void } {
  const listeners = new Set<() => void>();
  let activate: (() => void) | null = null;
  let openForms = 0;
  return {
    offer: (next) => {
      activate = next;
      for (const listener of listeners) listener();
    },
    isReady: () => activate !== null,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hold: () => {
      openForms += 1;
      let held = true;
      return () => {
        if (held) openForms -= 1;
        held = false;
      };
    },
    apply: () => {
      if (openForms > 0) return 'form_open';
      activate?.();
      return 'started';
    },
  };
}
