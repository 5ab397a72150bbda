import { type Action, type ActionAggregate } from '@/contract/action';
import { type ActionUser, type User } from '@/contract/user';
import { sortKeyOf } from '@/domain/fold';
import { isReference } from '@/domain/team';

import { recordTable } from './recordTable';
import { type Scope } from './scopes';
import { type Reader } from './store';
import { listUsersByIds } from './users';

const actions = recordTable<ActionAggregate>('actions', {
  idOf: ({ Action }) => Action.id,
  sortKey: ({ Action }) => sortKeyOf(Action.name),
});

export const applyActions = actions.apply;
export const removeActions = actions.remove;
/** Every action with its counts, by name. Its people may be ids only. */
export const listActions = actions.list;

/** An action with its people. */
export async function getAction(reader: Reader, scope: Scope, id: number): Promise<ActionAggregate | null> {
  const aggregate = await actions.get(reader, scope, id);
  return aggregate && { ...aggregate, Action: await namePeople(reader, scope, aggregate.Action) };
}

/** The feed has the ids of people only: their names and numbers are those of the list of people. */
async function namePeople(reader: Reader, scope: Scope, action: Action): Promise<Action> {
  const { Users = [], Teams = [], created_by: creatorId, created_by_detail: detail } = action;
  const everyone = [...Users, ...Teams.flatMap(({ userswithactive = [] }) => userswithactive)];
  const ids = everyone.filter(isReference).map((person) => person.id);
  if (detail === undefined && creatorId !== undefined) ids.push(creatorId);
  const people = await listUsersByIds(reader, scope, ids);
  const named = (person: ActionUser): ActionUser => {
    const user = isReference(person) ? people.get(person.id) : undefined;
    if (!user) return person;
    const { group_id: _space, ...fields } = user;
    return { ...fields, ...person };
  };
  const creator = creatorId === undefined ? undefined : people.get(creatorId);
  return {
    ...action,
    ...(creator ? { created_by_detail: detailOf(creator) } : {}),
    ...(action.Users ? { Users: Users.map(named) } : {}),
    ...(action.Teams
      ? {
          Teams: Teams.map((team) => ({ ...team, userswithactive: (team.userswithactive ?? []).map(named) })),
        }
      : {}),
  };
}

function detailOf({ firstname, surname, mail, phone, role }: User): Action['created_by_detail'] {
  return { first_name: firstname, last_name: surname, email: mail, phone, status: role };
}
