import { ActionAggregateRead, type ActionAggregate } from '@/contract/action';
import { applyActions } from '@/db/actions';
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

import { contentOf, listFields, type ActionContent, type ActionDraft } from './actionForm';

type Parts = Pick<Runtime, 'online' | 'newId'>;

/** Saves the form of an action. */
export const saveAction = (
  parts: Parts,
  draftForm: Pick<DraftForm<ActionDraft>, 'getNewest' | 'change'>,
  content: ActionContent
): Promise<OnlineResult<ActionAggregate>> =>
  saveRecord(draftForm, {
    create: (id) =>
      createRecord(parts, {
        endpoint: 'createAction',
        id,
        body: { data: { action: content } },
        readStored: (stored) => ActionAggregateRead.safeParse(stored).data ?? null,
      }),
    edit: (number, base) =>
      editRecord(parts, {
        read: 'getAction',
        write: 'updateAction',
        params: { id: number },
        base,
        mine: content,
        fieldsOf: ({ Action: action }) => contentOf(action),
        lists: listFields,
        // A field of the request is never null unless it may be cleared.
        bodyOf: (changes) => ({ data: { action: withDefaults(changes) } }),
      }),
    storedOf: ({ Action: action }) => ({ number: action.id, fields: contentOf(action) }),
  });

/** What is cleared by its empty value instead of null. */
const emptyValues = {
  public: false,
  facts: [],
  polygon: '',
  not_polygon: '',
  address_included: '',
  polling_station_included: '',
};

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
