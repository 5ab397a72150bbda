import { FormRead, type Form, type FormType } from '@/contract/form';
import { applyForms } from '@/db/forms';
import { type Scope } from '@/db/scopes';
import { type Transaction } from '@/db/store';
import { createRecord, editRecord, type OnlineResult } from '@/features/shared/onlineRecord';
import { type Runtime } from '@/features/shared/runtime';

import { questionFields, type QuestionDraft, type QuestionFields } from './questionForm';

type Parts = Pick<Runtime, 'online' | 'newId'>;
type DraftForm = {
  getNewest: () => QuestionDraft;
  change: (next: (before: QuestionDraft) => QuestionDraft) => void;
};

const edit = (parts: Parts, number: number, base: QuestionFields, mine: QuestionFields) =>
  editRecord(parts, {
    read: 'getForm',
    write: 'updateForm',
    params: { id: number },
    base,
    mine,
    fieldsOf: questionFields,
    bodyOf: (data) => ({ data }),
  });

/**
 * Saves a question. When an earlier try has arrived with other content, the form becomes an edit of that question, and the
 * change is sent.
 */
export async function saveQuestion(
  parts: Parts,
  draftForm: DraftForm,
  { fields, type }: { fields: QuestionFields; type: FormType }
): Promise<OnlineResult<Form>> {
  const { id, seen, number } = draftForm.getNewest();
  if (seen !== null && number !== null) return edit(parts, number, seen, fields);
  const created = await createRecord(parts, {
    endpoint: 'createForm',
    id,
    body: { data: { ...fields, type } },
    readStored: (stored) => FormRead.safeParse(stored).data ?? null,
  });
  if (created.kind !== 'exists') return created;
  const base = questionFields(created.value);
  draftForm.change((draft) => ({ ...draft, number: created.value.id, seen: base }));
  return edit(parts, created.value.id, base, fields);
}

export const applyQuestion = (scope: Scope) => (tx: Transaction, form: Form) => applyForms(tx, scope, [form]);
