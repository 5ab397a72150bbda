import type { NewOutboxRow } from '@/db/outbox/outbox';
import type { BundleView } from '@/db/outbox/pendingBundles';
import { getTeam } from '@/db/teams';
import type { Scope } from '@/db/scopes';
import type { Store } from '@/db/store';
import { getUser } from '@/db/users';
import { entityOf } from '@/domain/entity';
import { correctionRow } from '@/features/shared/correctionRow';

import type { Random } from './random';

/** Outbox rows as the forms save them. */

/** Adds a donation with a unique amount to a bundle. */
export function additionRow(random: Random, entity: string, base: unknown, amount: number): NewOutboxRow {
  const data = { id: 0, donations: [{ amount, currency: 'eur' }] };
  return {
    id: random.uuid(),
    kind: 'bundle_update',
    entity,
    body: JSON.stringify({ data }),
    bodyVersion: 1,
    base,
  };
}

/** Corrects the comment of one transaction, as the form does. */
export function commentRow(
  random: Random,
  entity: string,
  { id, bundle }: BundleView,
  transactionId: number,
  comment: string
): NewOutboxRow {
  const update = { id: id ?? 0, transactions: [{ id: transactionId, comment }] };
  return correctionRow({ id: random.uuid(), entity, seen: bundle, update, who: 'Ada' });
}

/** The own profile with another city; null while it is not on the phone. */
export async function profileRow(
  random: Random,
  store: Store,
  scope: Scope,
  city: string
): Promise<NewOutboxRow | null> {
  const me = await getUser(store, scope, scope.userId);
  if (!me?.mail) return null;
  return {
    id: random.uuid(),
    kind: 'user_update',
    entity: entityOf('user', scope.userId),
    body: JSON.stringify({ data: { mail: me.mail, city } }),
    bodyVersion: 1,
    base: me,
  };
}

/** A team edit as the form creates it; null while the team is not on the phone. */
export async function teamEditRow(
  random: Random,
  store: Store,
  scope: Scope,
  teamId: number,
  change: { name?: string; addUser?: number }
): Promise<NewOutboxRow | null> {
  const entity = entityOf('team', teamId);
  const view = await getTeam(store, scope, entity);
  if (!view) return null;
  const ids = (people: readonly { id: number }[] = []) => people.map(({ id }) => ({ id }));
  const base = { ...view.team, id: teamId };
  const users = ids(view.team.users);
  const team = {
    ...base,
    leaders: ids(view.team.leaders),
    users:
      change.addUser === undefined
        ? users
        : [...users.filter(({ id }) => id !== change.addUser), { id: change.addUser }],
    ...(change.name === undefined ? {} : { name: change.name }),
  };
  return {
    id: random.uuid(),
    kind: 'team_edit',
    entity,
    body: JSON.stringify({ data: { team } }),
    bodyVersion: 1,
    base,
  };
}
