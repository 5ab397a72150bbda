import { createStore as createState } from 'zustand/vanilla';
import { type UpdateControls } from '@/features/shared/runtime';

/** A newer build starts only when a person requests it, and never while a form is open. */
export function createUpdateControls(): UpdateControls & { offer(activate: () => void): void } {
  const state = createState<{ activate: (() => void) | null; openForms: number }>(() => ({
    activate: null,
    openForms: 0,
  }));
  const addForms = (count: number) => state.setState(({ openForms }) => ({ openForms: openForms + count }));
  return {
    offer: (activate) => state.setState({ activate }),
    isReady: () => state.getState().activate !== null,
    subscribe: state.subscribe,
    block: () => {
      addForms(1);
      let isBlocked = true;
      return () => {
        if (isBlocked) addForms(-1);
        isBlocked = false;
      };
    },
    apply: () => {
      const { activate, openForms } = state.getState();
      if (openForms > 0) return 'form_open';
      activate?.();
      return 'started';
    },
  };
}
