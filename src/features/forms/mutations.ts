import { FormRead, type Form, type FormType } from '@/contract/form';
import { applyForms } from '@/db/forms';
import { type Scope } from '@/db/scopes';
import { type Transaction } from '@/db/store';
import {
  createRecord,
  editRecord,
  saveRecord,
  type OnlineResult,
} from '@/features/shared/forms/onlineRecord';
import { type Runtime } from '@/features/shared/runtime';
import { type DraftForm } from '@/features/shared/forms/useDraftForm';

import { questionFields, type QuestionDraft, type QuestionFields } from './questionForm';

type Parts = Pick<Runtime, 'online' | 'newId'>;

/** Saves a question. */
export const saveQuestion = (
  parts: Parts,
  draftForm: Pick<DraftForm<QuestionDraft>, 'getNewest' | 'change'>,
  { fields, type }: { fields: QuestionFields; type: FormType }
): Promise<OnlineResult<Form>> =>
  saveRecord(draftForm, {
    create: (id) =>
      createRecord(parts, {
        endpoint: 'createForm',
        id,
        body: { data: { ...fields, type } },
        readStored: (stored) => FormRead.safeParse(stored).data ?? null,
      }),
    edit: (number, base) =>
      editRecord(parts, {
        read: 'getForm',
        write: 'updateForm',
        params: { id: number },
        base,
        mine: fields,
        fieldsOf: questionFields,
        bodyOf: (data) => ({ data }),
      }),
    storedOf: (form) => ({ number: form.id, fields: questionFields(form) }),
  });

export const applyQuestion = (scope: Scope) => (tx: Transaction, form: Form) => applyForms(tx, scope, [form]);
