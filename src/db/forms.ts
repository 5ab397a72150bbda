import { type Form } from '@/contract/form';

import { sortKeyOf } from '@/domain/fold';
import { recordTable } from './recordTable';
import { type Scope } from './scopes';
import { type Transaction } from './store';
import { fetchQueue } from './pull/fetchQueue';

const forms = recordTable<Form>('forms', {
  idOf: (form) => form.id,
  sortKey: (form) => sortKeyOf(form.label),
});
const queue = fetchQueue('forms_to_fetch', 'forms');

/** Writes forms and removes them from the fetch queue. */
export async function applyForms(tx: Transaction, scope: Scope, records: readonly Form[]): Promise<void> {
  await forms.apply(tx, scope, records);
  await queue.remove(
    tx,
    scope,
    records.map((form) => form.id)
  );
}

export const removeForms = forms.remove;
export const getForm = forms.get;
export const listForms = forms.list;

/** Adds the forms that a page of contacts refers to. */
export const addFormsToFetch = queue.add;

/** The fetch queue of forms; a service without the lookup gets one request a day. */
export const listFormsToFetch = queue.list;

export const markFormMissing = queue.markMissing;
