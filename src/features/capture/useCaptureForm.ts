import { useEffect, useRef, useState } from 'react';

import { captureTotal, type Capture } from '@/domain/bundle';
import { createDraftKeeper, type DraftKeeper, type DraftState } from '@/features/shared/draftKeeper';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';

import { assemble, type Field, type FormFault, type Moment, takenAtOf } from './assemble';
import type { Catalogue } from '@/domain/catalogue';
import * as drafts from './draft';
import type { Draft, PersonDraft } from './draft';
import { withSuggestions } from './suggestions';
import { faultWords } from './words';

/** Minutes east of UTC on this phone, at a moment: summer time included. */
export function offsetMinutesAt(moment: number): number {
  return -new Date(moment).getTimezoneOffset();
}

/** The form in progress: what is on it, what it amounts to, what is wrong with it, and how to change it. */
export interface CaptureForm {
  draft: Draft;
  draftState: DraftState;
  keeper: DraftKeeper<Draft>;
  capture: Capture;
  total: number;
  faults: readonly FormFault[];
  /** How many of them are shown: none until Save was pressed once, except of a refused record. */
  faultCount: number;
  /** When the money was taken, as far as it can be read. */
  takenAt: number;
  now: number;
  clock: Pick<Moment, 'offsetMinutesAt'>;
  change(part: Partial<Draft>): void;
  changePerson(key: string, part: Partial<PersonDraft>): void;
  addPerson(): string;
  removePerson(key: string): void;
  /** The moment as fields, ready to be changed. */
  earlier(): Pick<Draft, 'day' | 'time'>;
  /** What is wrong at a field, in words; silent until Save was pressed once. */
  errorAt(field: Field): string | undefined;
  showFaults(): void;
  /** The capture as of this very moment, for saving. */
  assembleNow(): Capture;
}

export function useCaptureForm(
  opened: { draft: Draft; isKept: boolean },
  draftKey: string,
  catalogue: Catalogue
): CaptureForm {
  const runtime = useRuntime();
  const { t, format } = useI18n();
  const [draft, setDraft] = useState(opened.draft);
  const [draftState, setDraftState] = useState<DraftState>(opened.isKept ? 'kept' : 'untouched');
  // A refused record says at once what would be refused again.
  const [isTried, setTried] = useState(opened.draft.mends !== null);
  const [keeper] = useState(() => createDraftKeeper<Draft>(runtime, draftKey, setDraftState));
  // Two letters in one frame must both count: changes build on the newest draft, not on the one that was drawn.
  const newest = useRef(opened.draft);

  const update = (next: Draft) => {
    newest.current = next;
    setDraft(next);
    keeper.keep(next);
  };

  // The first fetch may end while the form is open. Nothing was typed, so there is nothing to keep.
  useEffect(() => {
    const filled = withSuggestions(newest.current, catalogue, opened.isKept ? null : opened.draft.method);
    if (filled === newest.current) return;
    newest.current = filled;
    setDraft(filled);
  }, [catalogue, opened]);

  const now = runtime.now();
  const { locale } = format;
  const { capture, faults } = assemble(draft, catalogue, { now, offsetMinutesAt, locale });
  return {
    draft,
    draftState,
    keeper,
    capture,
    total: captureTotal(capture),
    faults,
    faultCount: isTried ? faults.length : 0,
    takenAt: takenAtOf(draft, { now, offsetMinutesAt }),
    now,
    clock: { offsetMinutesAt },
    change: (part) => update({ ...newest.current, ...part }),
    changePerson: (key, part) => update(drafts.changePerson(newest.current, key, part)),
    addPerson: () => {
      const key = runtime.newId();
      update(drafts.addPerson(newest.current, key));
      return key;
    },
    removePerson: (key) => update(drafts.removePerson(newest.current, key)),
    earlier: () => {
      const local = new Date(now + offsetMinutesAt(now) * 60_000).toISOString();
      return { day: local.slice(0, 10), time: local.slice(11, 16) };
    },
    errorAt: (field) => {
      const fault = isTried ? faults.find((candidate) => candidate.field === field) : undefined;
      return fault === undefined ? undefined : faultWords(t, format, fault, draft.currency);
    },
    showFaults: () => setTried(true),
    assembleNow: () =>
      assemble(newest.current, catalogue, { now: runtime.now(), offsetMinutesAt, locale }).capture,
  };
}
