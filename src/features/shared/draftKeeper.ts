import { removeDraft, setDraft } from '@/db/drafts';
import { StoreError } from '@/db/errors';

import { type Runtime } from './runtime';

/** Where the writing of a draft stands. */
export type DraftState = 'untouched' | 'keeping' | 'kept' | 'failed';

export interface DraftKeeper<Draft> {
  /** Writes this draft as soon as the one before is on the disk; of several that wait only the last is written. */
  keep(draft: Draft): void;
  /** No draft is written from here on, so that none can follow the transaction that ends it. */
  stop(): void;
  resume(): void;
  /** Throws the draft away, because a person said so. */
  forget(): Promise<void>;
}

/** Keeps the form in progress on the disk, letter for letter; `key` names the form. */
export function createDraftKeeper<Draft>(
  { store, scope, now }: Pick<Runtime, 'store' | 'scope' | 'now'>,
  key: string,
  onState: (state: DraftState) => void
): DraftKeeper<Draft> {
  let next: { draft: Draft } | null = null;
  let isWriting = false;
  let isStopped = false;

  const writeAll = async () => {
    if (isWriting) return;
    isWriting = true;
    let state: DraftState = 'kept';
    while (next !== null && !isStopped) {
      const { draft } = next;
      next = null;
      try {
        await store.write((tx) => setDraft(tx, scope, key, draft, now()));
        state = 'kept';
      } catch (failure) {
        if (!(failure instanceof StoreError)) throw failure;
        state = 'failed';
      }
    }
    isWriting = false;
    if (!isStopped) onState(state);
  };

  return {
    keep(draft) {
      if (isStopped) return;
      next = { draft };
      onState('keeping');
      void writeAll();
    },
    stop() {
      isStopped = true;
      next = null;
    },
    resume() {
      isStopped = false;
    },
    async forget() {
      next = null;
      await store.write((tx) => removeDraft(tx, scope, key));
    },
  };
}
