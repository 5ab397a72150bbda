import { useEffect, useRef } from 'react';

import { captureTotal, type Capture } from '@/domain/bundle';
import type { Catalogue } from '@/domain/catalogue';
import { useRuntime } from '@/features/shared/runtime';
import { useDraftForm, type DraftForm, type OpenedDraft } from '@/features/shared/forms/useDraftForm';
import { useI18n } from '@/i18n/I18nProvider';

import { assemble, type Field, type FormError, type SaveContext, takenAtOf } from './assemble';
import * as drafts from './draft';
import type { Draft, PersonDraft } from './draft';
import { openedDraft } from './fix';
import type { FormPurpose } from './openForm';
import { withSuggestions } from './suggestions';
import { errorText } from './labels';

/** Minutes east of UTC on this phone, at a given time, summer time included. */
export function offsetMinutesAt(time: number): number {
  return -new Date(time).getTimezoneOffset();
}

/** The form in progress: what is on it, what it amounts to, what is wrong with it, and how to change it. */
export interface CaptureForm extends Pick<
  DraftForm<Draft>,
  'draft' | 'draftState' | 'isSaving' | 'submit' | 'startOver'
> {
  capture: Capture;
  total: number;
  errors: readonly FormError[];
  /** How many of them are shown: none until Save was pressed, except of a refused record. */
  errorCount: number;
  /** When the money was taken, as far as it can be read. */
  takenAt: number;
  now: number;
  clock: Pick<SaveContext, 'offsetMinutesAt'>;
  change(part: Partial<Draft>): void;
  changePerson(key: string, part: Partial<PersonDraft>): void;
  addPerson(): string;
  removePerson(key: string): void;
  /** The current time as fields, ready to be changed. */
  earlier(): Pick<Draft, 'day' | 'time'>;
  /** The validation error of a field; undefined until Save was pressed. */
  errorAt(field: Field): string | undefined;
  showErrors(): void;
  /** The capture with the time of this call, for saving. */
  assembleNow(): Capture;
  /** What a saved record would be if nothing was changed on the form. */
  assembleOpened(): Capture | null;
}

export function useCaptureForm(
  opened: OpenedDraft<Draft> & { purpose: FormPurpose },
  catalogue: Catalogue
): CaptureForm {
  const runtime = useRuntime();
  const { t, format } = useI18n();
  // A refused record shows immediately what would be refused again.
  const form = useDraftForm(opened, { isTried: opened.draft.replaces !== null });
  const { draft, isTried, getNewest } = form;

  // The first download may end while the form is open. The person did not type these values, so they are not stored.
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => {
    const before = latest.current.getNewest();
    const filled = withSuggestions(before, catalogue, opened.isStored ? null : opened.draft.method);
    if (filled !== before) latest.current.prefill(filled);
  }, [catalogue, opened]);

  const now = runtime.now();
  const { locale } = format;
  const context = { now, offsetMinutesAt, locale };
  const before = openedDraft(draft, catalogue, context);
  const { capture, errors } = assemble(draft, catalogue, context, opened.purpose === 'fix' ? null : before);
  return {
    draft,
    draftState: form.draftState,
    isSaving: form.isSaving,
    submit: form.submit,
    startOver: form.startOver,
    capture,
    total: captureTotal(capture),
    errors,
    errorCount: isTried ? errors.length : 0,
    takenAt: takenAtOf(draft, { now, offsetMinutesAt }),
    now,
    clock: { offsetMinutesAt },
    change: (part) => form.change((before) => ({ ...before, ...part })),
    changePerson: (key, part) => form.change((before) => drafts.changePerson(before, key, part)),
    addPerson: () => {
      const key = runtime.newId();
      form.change((before) => drafts.addPerson(before, key));
      return key;
    },
    removePerson: (key) => form.change((before) => drafts.removePerson(before, key)),
    earlier: () => {
      const local = new Date(now + offsetMinutesAt(now) * 60_000).toISOString();
      return { day: local.slice(0, 10), time: local.slice(11, 16) };
    },
    errorAt: (field) => {
      const error = isTried ? errors.find((candidate) => candidate.field === field) : undefined;
      return error === undefined ? undefined : errorText(t, format, error, draft.currency);
    },
    showErrors: form.setTried,
    assembleNow: () =>
      assemble(getNewest(), catalogue, { now: runtime.now(), offsetMinutesAt, locale }).capture,
    assembleOpened: () => before && assemble(before, catalogue, context).capture,
  };
}
