import { type ActionAggregate } from '@/contract/action';

import { sortKeyOf } from '@/domain/fold';
import { recordTable } from './recordTable';

const actions = recordTable<ActionAggregate>('actions', {
  idOf: ({ Action }) => Action.id,
  sortKey: ({ Action }) => sortKeyOf(Action.name),
});

export const applyActions = actions.apply;
export const removeActions = actions.remove;
export const getAction = actions.get;
/** Every action with its counts, by name. */
export const listActions = actions.list;
export const countActions = actions.count;
