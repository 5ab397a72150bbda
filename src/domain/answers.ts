import { type AnswersCreate } from '@/contract/answers';
import { hasChoices, hasWording, type Form } from '@/contract/form';

import { isDay } from './day';
import { toLatinDigits } from './digits';

type AnswerItem = AnswersCreate['answers'][number];

/** What was typed or chosen, by question: the text, the ids of choices, or 1 and 0 for a consent. Empty: not answered. */
export type TypedAnswers = Readonly<Record<string, readonly string[]>>;

export type AnswerError = 'bad_number' | 'bad_day';
export type AnswersReading =
  { kind: 'answers'; answers: AnswerItem[] } | { kind: 'errors'; errors: Record<string, AnswerError> };

/** The questions of an action that are still asked, in their order. */
export function questionsOf(
  action: { Forms?: readonly object[] | undefined },
  forms: readonly Form[]
): Form[] {
  const byId = new Map(forms.map((form) => [form.id, form]));
  return (action.Forms ?? []).flatMap((each) => {
    const form = 'id' in each && typeof each.id === 'number' ? byId.get(each.id) : undefined;
    return form === undefined || form.archived === true ? [] : [form];
  });
}

/** The choices that a question offers. */
export const choicesOf = ({ refvalues = [] }: Form) => refvalues.filter(({ archived }) => archived !== true);

/** Reads what was typed as answers to send. A consent names the wording that was shown. */
export function readAnswers(forms: readonly Form[], typed: TypedAnswers): AnswersReading {
  const errors: Record<string, AnswerError> = {};
  const answers = forms.flatMap((form): AnswerItem[] => {
    const values = (typed[form.id] ?? []).map(sendable).filter((value) => value !== '');
    if (hasChoices(form.type))
      return values.map((value) => ({ form_id: form.id, form_ref_id: Number(value) }));
    const [text] = values;
    if (text === undefined) return [];
    const data =
      form.type === 'number' || form.type === 'date' ? toLatinDigits(text).replace('٫', '.') : text;
    if (form.type === 'number' && !/^-?\d+([.,]\d+)?$/.test(data)) errors[form.id] = 'bad_number';
    if (form.type === 'date' && !isDay(data)) errors[form.id] = 'bad_day';
    const version = hasWording(form.type) ? form.version : undefined;
    return [{ form_id: form.id, data, ...(version === undefined ? {} : { version }) }];
  });
  return Object.keys(errors).length > 0 ? { kind: 'errors', errors } : { kind: 'answers', answers };
}

/** A text as the contract accepts it. A lone surrogate, where a field cut a character in two, must not prevent saving. */
export const sendable = (text: string) => text.replace(/[\0\uD800-\uDFFF]/gu, '').trim();
