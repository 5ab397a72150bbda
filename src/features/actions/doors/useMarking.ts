import { useState } from 'react';

import { type VisitOutcome } from '@/contract/visit';
import { streetLine } from '@/domain/address';
import { type Door } from '@/domain/walkList';
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

/** Marks doors and takes the last mark back. */
export function useMarking(actionId: number): Marking {
  const runtime = useRuntime();
  const { t } = useI18n();
  const [notes, setNotes] = useState<Marking['notes']>({});
  const [last, setLast] = useState<LastMark | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const setNote: Marking['setNote'] = (door, note) => setNotes((all) => ({ ...all, [door]: note }));
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
      if (isOne) setNote(first.key, '');
      const { result, marked } = await markDoors(runtime, {
        actionId,
        doors: addresses,
        outcome,
        ...(isOne ? { note: note.trim(), residents: first.residents } : {}),
        ...(comeBackAt === undefined ? {} : { comeBackAt }),
      });
      if (result !== 'saved') {
        if (isOne) setNote(first.key, note);
        return setProblem(t(`common.saved.${result}`));
      }
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
