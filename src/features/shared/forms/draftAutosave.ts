import { removeDraft, setDraft } from '@/db/drafts';
import { StoreError } from '@/db/errors';

import { type Runtime } from '../runtime';

/** `none`: nothing was typed, or it was saved as a record. `failed`: the draft is on the screen alone. */
export type DraftState = 'none' | 'storing' | 'stored' | 'failed';

export interface DraftAutosave<Draft> {
  /** Writes this draft as soon as the one before is on disk; of several that wait only the last is written. */
  store(draft: Draft): void;
  /** Writes no more drafts, so that none can follow the transaction that deletes the draft. They wait. */
  stop(): void;
  /** Writes what waits, or the given draft in its place; null drops it. */
  resume(draft?: Draft | null): void;
  discard(): Promise<void>;
}

/** Stores a form while it is typed, letter by letter; `key` names the form. */
export function createDraftAutosave<Draft>(
  { store, scope, now }: Pick<Runtime, 'store' | 'scope' | 'now'>,
  key: string,
  onState: (state: DraftState) => void
): DraftAutosave<Draft> {
  let next: { draft: Draft } | null = null;
  let isWriting = false;
  let isStopped = false;
  /** How the last write ended that nobody was told about. */
  let ended: DraftState | null = null;

  const writeAll = async () => {
    if (isWriting) return;
    isWriting = true;
    let state: DraftState = 'stored';
    while (next !== null && !isStopped) {
      const { draft } = next;
      next = null;
      try {
        await store.write((tx) => setDraft(tx, scope, key, draft, now()));
        state = 'stored';
      } catch (failure) {
        if (!(failure instanceof StoreError)) throw failure;
        state = 'failed';
      }
    }
    isWriting = false;
    if (isStopped) ended = state;
    else onState(state);
  };

  return {
    store(draft) {
      next = { draft };
      if (isStopped) return;
      onState('storing');
      void writeAll();
    },
    stop() {
      isStopped = true;
      ended = null;
    },
    resume(draft) {
      isStopped = false;
      if (draft === null) {
        next = null;
        return;
      }
      if (draft !== undefined) next = { draft };
      if (next !== null) {
        onState('storing');
        void writeAll();
      } else if (ended !== null) onState(ended);
    },
    async discard() {
      next = null;
      await store.write((tx) => removeDraft(tx, scope, key));
    },
  };
}
