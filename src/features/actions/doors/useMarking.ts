import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';

import { type VisitOutcome } from '@/contract/visit';
import { getDraft } from '@/db/drafts';
import { streetLine } from '@/domain/address';
import { type Door } from '@/domain/walkList';
import { createDraftAutosave } from '@/features/shared/forms/draftAutosave';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';

import { markDoors, undoVisits, type Marked } from '../mutations';

/** `door` is the first one that was marked. */
type LastMark = { outcome: VisitOutcome; marked: Marked[]; where: string; door: string; note: string };

export interface Marking {
  /** By key of the door, each saved with the next mark of that door alone. */
  notes: Readonly<Record<string, string>>;
  setNote: (door: string, note: string) => void;
  mark: (doors: readonly Door[], outcome: VisitOutcome, comeBackAt?: number) => Promise<void>;
  /** What was marked last; null when there is nothing to take back. */
  last: LastMark | null;
  undo: () => Promise<void>;
  /** Offers no Undo any more, because the person has gone on to something with its own. */
  endUndo: () => void;
  problem: string | null;
}

const NotesSchema = z.record(z.string(), z.string());
type Notes = z.output<typeof NotesSchema>;

/** The notes of an action's doors that no mark has saved yet: they stay when the list is left. */
function useNotes(actionId: number) {
  const runtime = useRuntime();
  const draftKey = `doors:${actionId}`;
  const [notes, setNotes] = useState<Notes>({});
  const newest = useRef<Notes>({});
  const [autosave] = useState(() => createDraftAutosave<Notes>(runtime, draftKey, () => undefined));
  const show = (next: Notes) => {
    newest.current = Object.fromEntries(Object.entries(next).filter(([, note]) => note !== ''));
    setNotes(newest.current);
  };
  const store = () => {
    if (Object.keys(newest.current).length > 0) autosave.store(newest.current);
    // One that cannot be deleted is shown again at its door.
    else autosave.discard().catch(() => undefined);
  };
  useEffect(() => {
    let isMounted = true;
    getDraft<unknown>(runtime.store, runtime.scope, draftKey).then(
      (stored) => {
        const kept = NotesSchema.safeParse(stored?.draft).data;
        if (isMounted && kept !== undefined) setNotes((newest.current = { ...kept, ...newest.current }));
      },
      () => undefined // Costs the notes, never the list.
    );
    return () => {
      isMounted = false;
    };
  }, [runtime, draftKey]);
  return { notes, show: (door: string, note: string) => show({ ...newest.current, [door]: note }), store };
}

/** Marks doors and takes the last mark back. */
export function useMarking(actionId: number): Marking {
  const runtime = useRuntime();
  const { t } = useI18n();
  const { notes, show, store } = useNotes(actionId);
  const [last, setLast] = useState<LastMark | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const setNote: Marking['setNote'] = (door, note) => {
    show(door, note);
    store();
  };
  return {
    notes,
    setNote,
    last,
    problem,
    mark: async (doors, outcome, comeBackAt) => {
      const addresses = doors.map(({ address }) => address);
      const [first] = doors;
      if (first === undefined) return;
      const isOne = doors.length === 1;
      const note = isOne ? (notes[first.key] ?? '') : '';
      if (isOne) show(first.key, '');
      const { result, marked } = await markDoors(runtime, {
        actionId,
        doors: addresses,
        outcome,
        ...(isOne ? { note: note.trim(), residents: first.residents } : {}),
        ...(comeBackAt === undefined ? {} : { comeBackAt }),
      });
      if (result !== 'saved') {
        if (isOne) show(first.key, note);
        return setProblem(t(`common.saved.${result}`));
      }
      store();
      setProblem(null);
      setLast({ outcome, marked, where: streetLine(first.address), door: first.key, note });
    },
    endUndo: () => setLast(null),
    undo: async () => {
      if (last === null) return;
      setLast(null);
      const result = await undoVisits(runtime, actionId, last.marked);
      if (result === 'saved') {
        if (last.note !== '') setNote(last.door, last.note);
        return;
      }
      setLast(last);
      setProblem(t(`common.saved.${result}`));
    },
  };
}
