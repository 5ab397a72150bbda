import { type Contact } from '@/contract/contact';
import { type Engine } from '@/db/port';
import { removeDraft } from '@/db/drafts';
import { enqueue, type NewOutboxRow } from '@/db/outbox/outbox';
import { openScope, type Scope, type ScopeIdentity } from '@/db/scopes';
import { openStore, type Reader, type Store, type Transaction } from '@/db/store';
import { type TableName } from '@/db/tables';

import { openMemoryEngine } from '../support/sqlite';

export const anna: ScopeIdentity = { service: 'https://one.example/api', userId: 1, spaceId: 10 };

/** A store in memory with one scope, and the changes it published. */
export async function openTestStore(engine: Engine = openMemoryEngine()): Promise<{
  store: Store;
  scope: Scope;
  changes: TableName[][];
}> {
  const store = await openStore(engine);
  const scope = await openScope(store, anna);
  const changes: TableName[][] = [];
  store.onTablesChanged((tables) => changes.push([...tables].sort()));
  return { store, scope, changes };
}

/** The database engine with some of its calls replaced. */
export function withCalls(engine: Engine, calls: Partial<Engine>): Engine {
  return { ...engine, ...calls };
}

let made = 0;

/** A capture as the form saves it: a donation of 20 euros by default. */
export function capture(fields: Partial<NewOutboxRow> = {}): NewOutboxRow {
  made += 1;
  const id = fields.id ?? `capture-${made}`;
  return {
    id,
    kind: 'bundle_create',
    entity: `bundle:${id}`,
    body: JSON.stringify({
      data: {
        transactions: [
          {
            amount: 2000,
            currency: 'eur',
            payment_method_kind: 'cash',
            date: '2026-03-01T18:30:00+01:00',
            contact_id: 7,
            delivery_token: id,
          },
        ],
      },
    }),
    bodyVersion: 1,
    who: 'Marie Dupont',
    amount: 2000,
    currency: 'eur',
    paymentMethodKind: 'cash',
    contactId: 7,
    ...fields,
  };
}

export function save(store: Store, scope: Scope, row: NewOutboxRow, now = 1_000): Promise<boolean> {
  return store.write((tx) => enqueue(tx, scope, row, now));
}

/** Saves a row and deletes its draft in one transaction, as a form does. */
export function saveWithDraft(store: Store, scope: Scope, row: NewOutboxRow, now = 1_000): Promise<boolean> {
  return store.write(async (tx) => {
    const isNew = await enqueue(tx, scope, row, now);
    await removeDraft(tx, scope, 'capture');
    return isNew;
  });
}

export function contact(id: number, fields: Partial<Contact> = {}): Contact {
  return {
    id,
    firstname: 'Marie',
    surname: 'Dupont',
    mail: `marie.dupont${id}@post.example`,
    mobile: '+33 6 12 34 56 78',
    address: { city: 'Lyon' },
    black_list: false,
    ...fields,
  };
}

/** A setting for tests. */
export async function setValue(tx: Transaction, key: string, value: unknown): Promise<void> {
  await tx.run(
    `INSERT INTO facts (scope_id, key, value) VALUES (0, ?, ?)
     ON CONFLICT (scope_id, key) DO UPDATE SET value = excluded.value WHERE value IS NOT excluded.value`,
    [key, JSON.stringify(value)]
  );
}

export async function getValue<T>(reader: Reader, key: string): Promise<T | null> {
  const row = await reader.get<{ value: string }>('SELECT value FROM facts WHERE scope_id = 0 AND key = ?', [
    key,
  ]);
  return row ? JSON.parse(row.value) : null;
}
