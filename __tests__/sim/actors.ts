import type { NewOutboxRow } from '@/db/outbox/outbox';
import { getTeam } from '@/db/teams';
import type { Scope } from '@/db/scopes';
import type { Store } from '@/db/store';
import { freezeBundle, makeExternalId } from '@/domain/bundle';
import { entityOf } from '@/domain/entity';

import type { Random } from './random';

/** Outbox rows as the forms save them. */

export function donationRow(
  random: Random,
  contactIds: readonly number[],
  takenAt: string
): NewOutboxRow & { amount: number } {
  const id = random.uuid();
  const externalId = makeExternalId(random.unit);
  const amount = random.between(1, 500) * 100;
  const person = { kind: 'contact', contactId: random.pick(contactIds) } as const;
  const body = freezeBundle({
    id,
    externalId,
    takenAt,
    currency: 'eur',
    payer: person,
    paymentMethodKind: 'cash',
    items: [{ kind: 'donation', beneficiary: person, amount }],
  });
  return {
    id,
    kind: 'bundle_create',
    entity: entityOf('bundle', id),
    body,
    bodyVersion: 1,
    amount,
    currency: 'eur',
    paymentMethodKind: 'cash',
    contactId: person.contactId,
    externalTransactionId: externalId,
  };
}

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
