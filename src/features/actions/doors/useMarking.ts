import { useState } from 'react';

import { type VisitOutcome } from '@/contract/visit';
import { streetLine } from '@/domain/address';
import { type Door } from '@/domain/walkList';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';

import { markDoors, undoVisits, type Marked } from '../mutations';

type LastMark = { outcome: VisitOutcome; marked: Marked[]; where: string };

export interface Marking {
  /** Belongs to the door that is open, and is saved with its mark. */
  note: string;
  setNote: (note: string) => void;
  mark: (doors: readonly Door[], outcome: VisitOutcome, comeBackAt?: number) => Promise<void>;
  /** What was marked last; null when there is nothing to take back. */
  last: LastMark | null;
  undo: () => Promise<void>;
  problem: string | null;
}

/** Marks doors and takes the last mark back. */
export function useMarking(actionId: number): Marking {
  const runtime = useRuntime();
  const { t } = useI18n();
  const [note, setNote] = useState('');
  const [last, setLast] = useState<LastMark | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    note,
    setNote,
    last,
    problem,
    mark: async (doors, outcome, comeBackAt) => {
      const addresses = doors.map(({ address }) => address);
      setNote('');
      const { result, marked } = await markDoors(runtime, {
        actionId,
        doors: addresses,
        outcome,
        ...(doors.length === 1 ? { note: note.trim(), residents: doors[0]?.residents } : {}),
        ...(comeBackAt === undefined ? {} : { comeBackAt }),
      });
      if (result !== 'saved') {
        setNote(note);
        return setProblem(t(`common.saved.${result}`));
      }
      setProblem(null);
      const [first] = addresses;
      setLast({ outcome, marked, where: first === undefined ? '' : streetLine(first) });
    },
    undo: async () => {
      if (last === null) return;
      setLast(null);
      const result = await undoVisits(runtime, actionId, last.marked);
      if (result === 'saved') return;
      setLast(last);
      setProblem(t(`common.saved.${result}`));
    },
  };
}
