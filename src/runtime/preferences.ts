import { z } from 'zod';
import { createStore as createState } from 'zustand/vanilla';
import { getFact, setFact } from '@/db/facts';
import { type Store } from '@/db/store';
import { type Preferences, type PreferenceControls } from '@/features/shared/runtime';

const factKey = 'preferences';

/** What holds until a person chooses otherwise. */
export const defaultPreferences: Preferences = { theme: 'system', textSize: 'usual', language: 'system' };

// What another version wrote and this one cannot read falls back to the phone's own way, part by part.
const Kept = z.object({
  theme: z.enum(['system', 'light', 'dark']).catch('system'),
  textSize: z.enum(['usual', 'large', 'largest']).catch('usual'),
  language: z.string().catch('system'),
});

/** How this phone's owner wants the app, for the outermost layout; null until the store has said it. */
export const preferenceState = createState<{ kept: Preferences | null }>(() => ({ kept: null }));

/** Reads the preferences of the phone once its store is open; answers what screens may do with them. */
export async function openPreferences(store: Store): Promise<PreferenceControls> {
  const read = Kept.safeParse(await getFact(store, null, factKey));
  preferenceState.setState({ kept: read.success ? read.data : defaultPreferences });
  const get = () => preferenceState.getState().kept ?? defaultPreferences;
  return {
    get,
    subscribe: (listener) => preferenceState.subscribe(listener),
    set: async (part) => {
      const next = { ...get(), ...part };
      await store.write((tx) => setFact(tx, null, factKey, next));
      preferenceState.setState({ kept: next });
    },
  };
}
