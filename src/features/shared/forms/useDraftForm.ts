import { useEffect, useRef, useState } from 'react';
import { type z } from 'zod';

import { getDraft } from '@/db/drafts';
import { type NewOutboxRow } from '@/db/outbox/outbox';

import { useRuntime } from '../runtime';
import { createDraftAutosave, type DraftState } from './draftAutosave';
import { useHoldUpdate } from './useHoldUpdate';
import { useSave } from './useSave';

/** What a form opens with: the stored draft, or a new one. */
export interface OpenedDraft<Draft> {
  draftKey: string;
  draft: Draft;
  isStored: boolean;
  /** Opens the form again after its draft was discarded. */
  onDiscard: () => void;
}

interface DraftSource<Draft> {
  /** Names the form among the drafts of this phone. */
  draftKey: string;
  /** A stored draft that does not fit is ignored. */
  schema: z.ZodType<Draft>;
  start: () => Draft;
}

/**
 * Opens a form once; null while the draft is read. Not a query: what is on the form belongs to the person typing, and
 * no later read may change it. `round` is the React key of the form: starting over makes it another one.
 */
export function useOpenedDraft<Draft>({
  draftKey,
  schema,
  start,
}: DraftSource<Draft>): (OpenedDraft<Draft> & { round: number }) | null {
  const runtime = useRuntime();
  const [round, setRound] = useState(0);
  const [opened, setOpened] = useState<(OpenedDraft<Draft> & { round: number }) | null>(null);
  // Starting over starts from the newest values.
  const latest = useRef({ schema, start });
  useEffect(() => {
    latest.current = { schema, start };
  });
  useEffect(() => {
    let isMounted = true;
    const open = (stored: unknown) => {
      if (!isMounted) return;
      const draft = latest.current.schema.safeParse(stored).data;
      setOpened({
        draftKey,
        draft: draft ?? latest.current.start(),
        isStored: draft !== undefined,
        onDiscard: () => setRound(round + 1),
        round,
      });
    };
    // A draft that cannot be read costs what was typed, never the form.
    getDraft<unknown>(runtime.store, runtime.scope, draftKey).then(
      (stored) => open(stored?.draft),
      () => open(undefined)
    );
    return () => {
      isMounted = false;
    };
  }, [runtime, draftKey, round]);
  return opened?.draftKey === draftKey && opened.round === round ? opened : null;
}

/** A form in progress whose draft is stored at every letter. */
export interface DraftForm<Draft> {
  draft: Draft;
  /** The draft with every change so far, also those that are not rendered yet. */
  getNewest: () => Draft;
  change: (next: (before: Draft) => Draft) => void;
  /** Fills in fields that the person did not type: nothing is stored. */
  prefill: (draft: Draft) => void;
  draftState: DraftState;
  /** Save was pressed: from here on validation errors are shown. */
  isTried: boolean;
  setTried: () => void;
  isSaving: boolean;
  /** How often saving ended without a saved record. */
  failedCount: number;
  /**
   * Runs the transaction that saves the record and deletes the draft; no draft is written from its start on. Returns
   * whether the record is saved: false also for a second press.
   */
  submit: (write: () => Promise<boolean>) => Promise<boolean>;
  /** Submits outbox rows. */
  save: (rows: readonly NewOutboxRow[]) => Promise<boolean>;
  /** Continues with another draft after saving; one without anything typed is not stored. */
  restart: (draft: Draft, isTyped: boolean) => void;
  /** Discards the draft; rejects where the phone cannot delete it. */
  startOver: () => Promise<void>;
}

/** An update of the app waits while the form has unsaved input. */
export function useDraftForm<Draft>(
  opened: OpenedDraft<Draft>,
  options?: { isTried: boolean }
): DraftForm<Draft> {
  const runtime = useRuntime();
  const { save } = useSave();
  const [draft, setDraft] = useState(opened.draft);
  const [draftState, setDraftState] = useState<DraftState>(opened.isStored ? 'stored' : 'none');
  const [isTried, setTried] = useState(options?.isTried ?? false);
  const [isSaving, setSaving] = useState(false);
  const [failedCount, setFailedCount] = useState(0);
  const [autosave] = useState(() => createDraftAutosave<Draft>(runtime, opened.draftKey, setDraftState));
  // Two letters in one frame must both count: changes build on the newest draft, not on the rendered one.
  const newest = useRef(opened.draft);
  // Set before anything is awaited, so that a second press in the same frame finds it.
  const isSubmitted = useRef(false);
  useHoldUpdate(draftState !== 'none');

  const prefill = (next: Draft) => {
    newest.current = next;
    setDraft(next);
  };
  const change = (next: (before: Draft) => Draft) => {
    prefill(next(newest.current));
    autosave.store(newest.current);
  };
  const reopen = (next?: Draft | null) => {
    isSubmitted.current = false;
    autosave.resume(next);
  };
  const submit = async (write: () => Promise<boolean>) => {
    if (isSubmitted.current) return false;
    isSubmitted.current = true;
    setSaving(true);
    autosave.stop();
    let isSaved = false;
    try {
      isSaved = await write();
    } finally {
      setSaving(false);
      if (!isSaved) {
        reopen();
        setFailedCount((count) => count + 1);
      }
    }
    if (isSaved) setDraftState('none');
    return isSaved;
  };
  return {
    draft,
    getNewest: () => newest.current,
    change,
    prefill,
    draftState,
    isTried,
    setTried: () => setTried(true),
    isSaving,
    failedCount,
    submit,
    save: (rows) => submit(() => save(rows, opened.draftKey)),
    restart: (next, isTyped) => {
      prefill(next);
      reopen(isTyped ? next : null);
    },
    startOver: () => autosave.discard().then(opened.onDiscard),
  };
}
