import { z } from 'zod';

import { FORM_TYPES, hasChoices, hasWording, type Form, type FormType } from '@/contract/form';
import { isSameJson } from '@/domain/sameJson';

type Choice = { value: string; label: string; archived: boolean };

/** The fields of a question that its form changes, as the service takes them. */
export type QuestionFields = {
  label: string;
  archived: boolean;
  wording?: string;
  refvalues?: Choice[];
};

const QuestionFormSchema = z.object({
  label: z.string(),
  type: z.enum(FORM_TYPES),
  wording: z.string(),
  /** A choice gets its value when it is saved for the first time, and keeps it. */
  choices: z.array(z.object({ value: z.string().nullable(), label: z.string(), archived: z.boolean() })),
  archived: z.boolean(),
});
export type QuestionForm = z.output<typeof QuestionFormSchema>;

/** The draft of the form, with the question that was seen: the base of the merge. */
export const QuestionDraftSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  /** Null for a new question. */
  seen: z.custom<QuestionFields>((value) => typeof value === 'object').nullable(),
  /** The service's number; null for a new question. */
  number: z.number().nullable(),
  form: QuestionFormSchema,
});
export type QuestionDraft = z.output<typeof QuestionDraftSchema>;

/** A question of another service can have another type: it is shown as a text. */
export const typeOf = ({ type }: Pick<Form, 'type'>): FormType =>
  FORM_TYPES.find((known) => known === type) ?? 'text';

export function questionFields(record: Form): QuestionFields {
  return {
    label: record.label ?? '',
    archived: record.archived === true,
    ...(hasWording(record.type) ? { wording: record.wording ?? '' } : {}),
    ...(hasChoices(record.type)
      ? {
          refvalues: (record.refvalues ?? []).map(({ value = '', label = '', archived = false }) => ({
            value,
            label,
            archived,
          })),
        }
      : {}),
  };
}

export const newChoice = { value: null, label: '', archived: false };

export function questionForm(fields: QuestionFields | null, type: FormType): QuestionForm {
  return {
    label: fields?.label ?? '',
    type,
    wording: fields?.wording ?? '',
    choices: fields?.refvalues ?? [newChoice, newChoice],
    archived: fields?.archived === true,
  };
}

type QuestionError =
  'label_missing' | 'wording_missing' | 'choices_missing' | 'same_choice' | 'too_long' | 'refused';
export type QuestionErrors = Partial<Record<'label' | 'wording' | 'choices', QuestionError>>;
export type QuestionReading =
  { kind: 'fields'; fields: QuestionFields; isChanged: boolean } | { kind: 'errors'; errors: QuestionErrors };

/** Where the form shows that the service refused a field. */
export function questionRefusedAt(field: string): QuestionErrors {
  if (field === 'label' || field === 'wording') return { [field]: 'refused' };
  return field === 'refvalues' ? { choices: 'refused' } : {};
}

const LONGEST = 1_000;
const LONGEST_CHOICE = 200;
const LONGEST_WORDING = 10_000;

/** Reads the form as the fields to send. */
export function readQuestionForm(form: QuestionForm, seen: QuestionFields | null): QuestionReading {
  const errors: QuestionErrors = {};
  const fields: QuestionFields = { label: form.label.trim(), archived: form.archived };
  if (fields.label === '') errors.label = 'label_missing';
  else if (fields.label.length > LONGEST) errors.label = 'too_long';
  if (hasWording(form.type)) {
    fields.wording = form.wording.trim();
    if (fields.wording === '') errors.wording = 'wording_missing';
    else if (fields.wording.length > LONGEST_WORDING) errors.wording = 'too_long';
  }
  if (hasChoices(form.type)) {
    fields.refvalues = readChoices(form.choices);
    const labels = fields.refvalues
      .filter(({ archived }) => !archived)
      .map(({ label }) => label.toLowerCase());
    if (labels.length < 2) errors.choices = 'choices_missing';
    else if (new Set(labels).size < labels.length) errors.choices = 'same_choice';
    else if (labels.some((label) => label.length > LONGEST_CHOICE)) errors.choices = 'too_long';
  }
  if (Object.keys(errors).length > 0) return { kind: 'errors', errors };
  return { kind: 'fields', fields, isChanged: seen === null || !isSameJson(fields, seen) };
}

/** An empty line is no choice; a stored choice without a label is not asked any more. */
function readChoices(choices: QuestionForm['choices']): Choice[] {
  const taken = new Set(choices.map(({ value }) => value));
  return choices.flatMap(({ value, label: typed, archived }) => {
    const label = typed.trim();
    if (value !== null)
      return [{ value, label: label === '' ? value : label, archived: archived || label === '' }];
    if (label === '') return [];
    let free = label;
    for (let count = 2; taken.has(free); count += 1) free = `${label} ${count}`;
    taken.add(free);
    return [{ value: free, label, archived }];
  });
}
