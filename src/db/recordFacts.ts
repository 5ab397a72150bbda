import { type Money } from '@/domain/money';

import { type Scope } from './scopes';
import { type Reader } from './store';

/** Kinds of records that the phone can name, as the audit log spells them. */
export const namedKinds = [
  'team',
  'action',
  'contact',
  'form',
  'membership_price_group',
  'membership_price',
  'donation_price',
  'transaction_status',
  'transaction_bundle',
] as const;
export type NamedKind = (typeof namedKinds)[number];

/** What this phone has of a record: its name, or the amounts of a payment as they are now. */
export type RecordFacts = { name: string | null; sums: Money[] };

export const factsKey = (kind: string, id: number): string => `${kind} ${id}`;

const nameIn = (table: string, path = '$.name') =>
  `SELECT scope_id, id, body ->> '${path}' AS name FROM ${table}`;

const nameStatements = {
  team: nameIn('teams'),
  action: nameIn('actions', '$.Action.name'),
  contact: `SELECT scope_id, id, name FROM contacts`,
  form: nameIn('forms', '$.label'),
  membership_price_group: nameIn('membership_price_groups'),
  membership_price: `SELECT scope_id, price.value ->> '$.id' AS id, price.value ->> '$.name' AS name
    FROM membership_price_groups, json_each(body, '$.membership_prices') AS price`,
  donation_price: nameIn('donation_prices'),
  transaction_status: nameIn('transaction_statuses'),
} as const;

/** Names and amounts of records by `factsKey`; those that are not on this phone are absent. */
export async function listRecordFacts(
  reader: Reader,
  scope: Scope,
  ids: Readonly<Record<NamedKind, readonly number[]>>
): Promise<Map<string, RecordFacts>> {
  const facts = new Map<string, RecordFacts>();
  const chosen = (kind: NamedKind) => [scope.id, JSON.stringify(ids[kind])];
  for (const kind of namedKinds) {
    if (kind === 'transaction_bundle') continue;
    const rows = await reader.all<{ id: number; name: string | null }>(
      `SELECT id, name FROM (${nameStatements[kind]}) WHERE scope_id = ? AND id IN (SELECT value FROM json_each(?))`,
      chosen(kind)
    );
    for (const { id, name } of rows) facts.set(factsKey(kind, id), { name: name || null, sums: [] });
  }
  const sums = await reader.all<{ id: number; currency: string; amount: number }>(
    `SELECT bundle_id AS id, currency, sum(amount) AS amount FROM bundle_transactions
     WHERE scope_id = ? AND bundle_id IN (SELECT value FROM json_each(?))
     GROUP BY bundle_id, currency ORDER BY bundle_id, currency`,
    chosen('transaction_bundle')
  );
  for (const { id, ...sum } of sums) {
    const key = factsKey('transaction_bundle', id);
    facts.set(key, { name: null, sums: [...(facts.get(key)?.sums ?? []), sum] });
  }
  return facts;
}
