import { type Transaction } from '@/db/store';

import { type OnlineResult } from './onlineRecord';
import { type DraftForm, type OpenedDraft, useDraftForm } from './useDraftForm';
import { type OnlineProblem, useOnlineForm } from './useOnlineForm';

/** What the draft of an online record holds: the fields that were seen, null for a new record, and what was typed. */
export interface EditorDraft {
  seen: object | null;
  form: object;
}
type FieldsOf<Draft extends EditorDraft> = NonNullable<Draft['seen']>;

/** A form, read: the fields that the service takes, or what is wrong. */
type EditorReading<Fields, Errors> =
  { kind: 'fields'; fields: Fields; isChanged: boolean } | { kind: 'errors'; errors: Errors };

interface EditorOptions<Draft extends EditorDraft, Errors, Value> {
  read: (draft: Draft) => EditorReading<FieldsOf<Draft>, Errors>;
  /** The form after the fields that two people changed are decided. */
  formOf: (fields: FieldsOf<Draft>, before: Draft['form']) => Draft['form'];
  /** Where to show that the service refused a field of the request; empty if the form has no place for it. */
  refusedAt: (field: string) => Errors;
  work: (draftForm: DraftForm<Draft>, fields: FieldsOf<Draft>) => Promise<OnlineResult<Value>>;
  /** Writes the record that the service returned, so that the next screen shows it. */
  apply: (tx: Transaction, value: Value) => Promise<unknown>;
  onSaved: (value: Value) => void;
}

export interface OnlineEditor<Draft extends EditorDraft, Errors> {
  draftForm: DraftForm<Draft>;
  form: Draft['form'];
  seen: Draft['seen'];
  reading: EditorReading<FieldsOf<Draft>, Errors>;
  /** Empty until Save was pressed. */
  errors: Partial<Errors>;
  /** The service refused something that no field of the form shows. */
  isRefusedElsewhere: boolean;
  problem: OnlineProblem | null;
  change: (part: Partial<Draft['form']>) => void;
  save: () => void;
  /** Continues with the chosen values: saving again then finds no conflict in them. */
  settle: (edit: { base: FieldsOf<Draft>; mine: FieldsOf<Draft> }) => void;
}

/** The form of a record that is saved online: what was typed stays in its draft, and changes of others are merged field by field. */
export function useOnlineEditor<Draft extends EditorDraft, Errors extends object, Value>(
  opened: OpenedDraft<Draft>,
  { read, formOf, refusedAt, work, apply, onSaved }: EditorOptions<Draft, Errors, Value>
): OnlineEditor<Draft, Errors> {
  const draftForm = useDraftForm(opened);
  const { problem, clearProblem, submit } = useOnlineForm(draftForm, opened.draftKey);
  const reading = read(draftForm.draft);
  const refused = problem?.kind === 'invalid' ? problem.fields.map(refusedAt) : [];
  const errors: Partial<Errors> = draftForm.isTried
    ? [...refused, reading.kind === 'errors' ? reading.errors : {}].reduce<Partial<Errors>>(
        (all, places) => ({ ...all, ...places }),
        {}
      )
    : {};
  const save = async () => {
    draftForm.setTried();
    if (reading.kind !== 'fields' || !reading.isChanged) return;
    const { fields } = reading;
    const saved = await submit({ work: () => work(draftForm, fields), apply });
    if (saved !== null) onSaved(saved);
  };
  return {
    draftForm,
    form: draftForm.draft.form,
    seen: draftForm.draft.seen,
    reading,
    errors,
    isRefusedElsewhere:
      problem?.kind === 'invalid' &&
      (refused.length === 0 || refused.some((places) => Object.keys(places).length === 0)),
    problem,
    change: (part) => draftForm.change((draft) => ({ ...draft, form: { ...draft.form, ...part } })),
    save: () => void save(),
    settle: ({ base, mine }) => {
      draftForm.change((draft) => ({ ...draft, seen: base, form: formOf(mine, draft.form) }));
      clearProblem();
    },
  };
}
