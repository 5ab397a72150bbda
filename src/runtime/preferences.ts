import { z } from 'zod';
import { createStore as createState } from 'zustand/vanilla';
import { getFact, setFact } from '@/db/facts';
import { type Store } from '@/db/store';
import { type Preferences, type PreferenceControls } from '@/features/shared/runtime';

const factKey = 'preferences';

export const defaultPreferences: Preferences = { theme: 'system', textSize: 'usual', language: 'system' };

// Each unreadable part falls back to its default.
const PreferencesSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']).catch('system'),
  textSize: z.enum(['usual', 'large', 'largest']).catch('usual'),
  language: z.string().catch('system'),
});

/** For the root layout; null until the store is open. */
export const preferenceState = createState<{ preferences: Preferences | null }>(() => ({
  preferences: null,
}));

export async function openPreferences(store: Store): Promise<PreferenceControls> {
  const read = PreferencesSchema.safeParse(await getFact(store, null, factKey));
  preferenceState.setState({ preferences: read.success ? read.data : defaultPreferences });
  const get = () => preferenceState.getState().preferences ?? defaultPreferences;
  return {
    get,
    subscribe: preferenceState.subscribe,
    set: async (part) => {
      const next = { ...get(), ...part };
      await store.write((tx) => setFact(tx, null, factKey, next));
      preferenceState.setState({ preferences: next });
    },
  };
}
