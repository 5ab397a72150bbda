import { ActionAggregateRead, type ActionAggregate } from '@/contract/action';
import { applyActions } from '@/db/actions';
import { type Scope } from '@/db/scopes';
import { type Transaction } from '@/db/store';
import { createRecord, editRecord, type OnlineResult } from '@/features/shared/onlineRecord';
import { type Runtime } from '@/features/shared/runtime';
import { type DraftForm } from '@/features/shared/useDraftForm';

import { contentOf, listFields, type ActionContent, type ActionDraft } from './actionForm';

type Parts = Pick<Runtime, 'online' | 'newId'>;
type Form = Pick<DraftForm<ActionDraft>, 'draft' | 'getNewest' | 'change'>;

/**
 * Saves the form on the service: as a new action, or as a change of the one that was seen. When an earlier try has arrived
 * with other content, the form becomes an edit of that action, and the change is sent on.
 */
export async function saveAction(
  parts: Parts,
  draftForm: Form,
  content: ActionContent
): Promise<OnlineResult<ActionAggregate>> {
  const { id, seen } = draftForm.getNewest();
  if (seen !== null) return editAction(parts, seen, content);
  const created = await createRecord(parts, {
    endpoint: 'createAction',
    id,
    body: { data: { action: content } },
    readStored: (stored) => ActionAggregateRead.safeParse(stored).data ?? null,
  });
  if (created.kind !== 'exists') return created;
  const { Action: action } = created.value;
  const stored = { number: action.id, content: contentOf(action) };
  draftForm.change((draft) => ({ ...draft, seen: stored }));
  return editAction(parts, stored, content);
}

function editAction(
  parts: Parts,
  { number, content: base }: NonNullable<ActionDraft['seen']>,
  mine: ActionContent
): Promise<OnlineResult<ActionAggregate>> {
  return editRecord(parts, {
    read: 'getAction',
    write: 'updateAction',
    params: { id: number },
    base,
    mine,
    fieldsOf: ({ Action: action }) => contentOf(action),
    lists: listFields,
    // A field of the request is never null unless it may be cleared.
    bodyOf: (changes) => ({ data: { action: withDefaults(changes) } }),
  });
}

/** What is cleared by its empty value instead of null. */
const emptyValues = { public: false, facts: [], polygon: '', not_polygon: '', address_included: '' };

function withDefaults(changes: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [
      name,
      value === null && name in emptyValues ? Reflect.get(emptyValues, name) : value,
    ])
  );
}

export const applySavedAction = (scope: Scope) => (tx: Transaction, saved: ActionAggregate) =>
  applyActions(tx, scope, [saved]);
