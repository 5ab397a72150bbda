import { z } from 'zod';
import { createStore as createState } from 'zustand/vanilla';
import { getFact, setFact } from '@/db/facts';
import { type Store } from '@/db/store';
import { type Preferences, type PreferenceControls } from '@/features/shared/runtime';

const factKey = 'preferences';

const asThePhone: Preferences = { theme: 'system', textSize: 'usual', language: 'system' };

// What another version wrote and this one cannot read falls back to the phone's own way, part by part.
const Kept = z.object({
  theme: z.enum(['system', 'light', 'dark']).catch('system'),
  textSize: z.enum(['usual', 'large', 'largest']).catch('usual'),
  language: z.string().catch('system'),
});

const preferences = createState<Preferences>(() => asThePhone);

/** How this phone's owner wants the app, as a state that the outermost layout follows. */
export const preferenceState = preferences;

/** Reads the preferences of the phone once its store is open; answers what screens may do with them. */
export async function openPreferences(store: Store): Promise<PreferenceControls> {
  const kept = Kept.safeParse(await getFact(store, null, factKey));
  if (kept.success) preferences.setState(kept.data);
  return {
    get: preferences.getState,
    subscribe: (listener) => preferences.subscribe(listener),
    set: async (part) => {
      const next = { ...preferences.getState(), ...part };
      await store.write((tx) => setFact(tx, null, factKey, next));
      preferences.setState(next);
    },
  };
}
