import { useEffect, useRef, useState } from 'react';
import { type z } from 'zod';

import { getDraft } from '@/db/drafts';
import { type NewOutboxRow } from '@/db/outbox/outbox';

import { createDraftKeeper, type DraftState } from './draftKeeper';
import { useRuntime } from './runtime';
import { useHoldUpdate } from './useHoldUpdate';
import { useSave } from './useSave';

/** A form as it opens: with what was left of it the last time, or anew. */
export interface OpenedForm<Draft> {
  draftKey: string;
  draft: Draft;
  isKept: boolean;
  /** Forgets what was typed and opens the form anew. */
  startOver: () => void;
  /** Another each time the form is opened anew: the key of whatever draws it. */
  round: number;
}

interface Opening<Draft> {
  /** Names the form among the drafts of this phone. */
  draftKey: string;
  /** What a draft looks like. One of an older build that no longer fits is left aside. */
  schema: z.ZodType<Draft>;
  start: () => Draft;
}

/**
 * Opens a form once: with the draft that was kept, or with what there is to start from. Null for the moment that
 * reading takes. Not a query: what is on the form belongs to the person typing, and no later read may change it.
 */
export function useOpenedForm<Draft>({ draftKey, schema, start }: Opening<Draft>): OpenedForm<Draft> | null {
  const runtime = useRuntime();
  const [round, setRound] = useState(0);
  const [opened, setOpened] = useState<OpenedForm<Draft> | null>(null);
  // Starting over starts from what is known by then.
  const latest = useRef({ schema, start });
  useEffect(() => {
    latest.current = { schema, start };
  });
  useEffect(() => {
    let isHere = true;
    const open = (kept: unknown) => {
      if (!isHere) return;
      const known = latest.current.schema.safeParse(kept).data;
      setOpened({
        draftKey,
        draft: known ?? latest.current.start(),
        isKept: known !== undefined,
        startOver: () => setRound(round + 1),
        round,
      });
    };
    // A draft that cannot be read costs what was typed, and never the form.
    getDraft<unknown>(runtime.store, runtime.scope, draftKey).then(
      (kept) => open(kept?.draft),
      () => open(undefined)
    );
    return () => {
      isHere = false;
    };
  }, [runtime, draftKey, round]);
  return opened?.draftKey === draftKey && opened.round === round ? opened : null;
}

/** A form in progress, kept on this phone at every letter. */
export interface KeptForm<Draft> {
  draft: Draft;
  change: (next: (before: Draft) => Draft) => void;
  draftState: DraftState;
  /** Save was pressed once: from here on faults are shown. */
  isTried: boolean;
  setTried: () => void;
  isSaving: boolean;
  /** Saves what the draft became and ends the draft with it; answers whether both are on the disk. */
  save: (rows: readonly NewOutboxRow[]) => Promise<boolean>;
  startOver: () => void;
}

/** While anything on it was changed, no newer build starts under the form. */
export function useKeptForm<Draft>(opened: OpenedForm<Draft>): KeptForm<Draft> {
  const runtime = useRuntime();
  const { isSaving, save } = useSave();
  const [draft, setDraft] = useState(opened.draft);
  const [draftState, setDraftState] = useState<DraftState>(opened.isKept ? 'kept' : 'untouched');
  const [isTried, setTried] = useState(false);
  const [keeper] = useState(() => createDraftKeeper<Draft>(runtime, opened.draftKey, setDraftState));
  // Two letters in one frame must both count: changes build on the newest draft, not on the one that was drawn.
  const newest = useRef(opened.draft);
  useHoldUpdate(draftState !== 'untouched');
  return {
    draft,
    change: (next) => {
      newest.current = next(newest.current);
      setDraft(newest.current);
      keeper.keep(newest.current);
    },
    draftState,
    isTried,
    setTried: () => setTried(true),
    isSaving,
    save: async (rows) => {
      keeper.stop();
      const isSaved = await save(rows, opened.draftKey);
      keeper.resume();
      if (isSaved) setDraftState('untouched');
      return isSaved;
    },
    startOver: () => void keeper.forget().then(opened.startOver),
  };
}
