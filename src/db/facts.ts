import { z } from 'zod';

import { BoardEntrySchema } from '@/contract/board';

import { type Scope } from './scopes';
import { type Reader, type Transaction } from './store';

/**
 * Single values that the phone stores, by name. Those marked "phone" are stored without a scope; one that carries an id
 * is stored once per id.
 */
const registry = {
  /** Phone: theme, text size and language. A part that cannot be read falls back to the phone's own setting. */
  preferences: z.object({
    theme: z.enum(['system', 'light', 'dark']).catch('system'),
    textSize: z.enum(['usual', 'large', 'largest']).catch('usual'),
    language: z.string().catch('system'),
  }),
  /** Phone: the quarantined database files whose notice the person has seen. */
  acknowledged_quarantine: z.array(z.string()),
  /** Phone: the person does not want a reminder of unsent records. */
  reminder_declined: z.boolean(),
  /** Phone: the help was opened once. */
  help_seen: z.boolean(),
  /** Phone: the offer to install the app was answered. */
  install_answered: z.boolean(),
  /** Phone: the columns of the ledger's table. */
  ledger_columns: z.array(z.string()),
  /** The spaces that the person belongs to. */
  spaces: z.array(z.object({ id: z.number(), name: z.string().nullable(), role: z.string().nullable() })),
  /** The treasurer's public key that a person entered on this phone. */
  treasurer_key: z.string(),
  /** What the next capture starts with. */
  capture_last_used: z.object({ method: z.string(), currency: z.string(), campaign: z.string() }),
  /**
   * The receipt book of this phone. The key and the public key are stored before the book is drawn, so that a lost response
   * requests no second one; `number` is null until the service has given it.
   */
  receipt_book: z.object({ key: z.string(), publicKey: z.string(), number: z.number().nullable() }),
  /** The numbers of the contacts whom this phone recorded, marked or opened last, the latest first. */
  recent_people: z.array(z.number()),
  /** The extensions that the service supports. */
  capabilities: z.array(z.string()),
  /** Whether the service returns the markers of a bundle. */
  echoes_markers: z.boolean(),
  /** The pause of the entire queue that a response requires; `count` is how many of its kind came in a row. */
  pause: z.object({
    kind: z.enum(['retry_after', 'login_page', 'service_trouble']),
    until: z.number(),
    forMs: z.number(),
    count: z.number(),
  }),
  /** The ETag of a list's first page; the id is the name of the list. */
  etag: z.string(),
  /** The buckets of the person at the end of the last feed. */
  buckets: z.array(z.string()),
  /** The actions whose people this phone holds by choice. Without it: everyone whom the person sees. */
  held_actions: z.array(z.number()),
  /** Actions whose people were deleted from this phone, until the person has seen it. */
  left_actions: z.array(z.object({ name: z.string().nullable(), people: z.number() })),
  /** The board of a team as the service showed it last; the id is that of the team. */
  board: z.object({ readAt: z.number(), entries: z.array(BoardEntrySchema) }),
  /** The team whose leader's code the person scanned last, when that was, and when the code was shown. */
  check_in: z.object({ teamId: z.number(), at: z.number(), shownAt: z.number() }),
  last_pulled_at: z.number(),
  last_contact_at: z.number(),
  clock_ahead_ms: z.number().nullable(),
  pruned_at: z.number(),
};

export type FactName = keyof typeof registry;
export type FactValue<Name extends FactName> = z.output<(typeof registry)[Name]>;

const schemas: { [Name in FactName]: z.ZodType<FactValue<Name>> } = registry;

/** Facts of the phone itself have no scope. */
const phoneScopeId = 0;

const keyOf = (scope: Scope | null, name: FactName, id?: string) => [
  scope?.id ?? phoneScopeId,
  id === undefined ? name : `${name}:${id}`,
];

/** The stored value; null where there is none, or none that this version can read. */
export async function getFact<Name extends FactName>(
  reader: Reader,
  scope: Scope | null,
  name: Name,
  id?: string
): Promise<FactValue<Name> | null> {
  const row = await reader.get<{ value: string }>(
    'SELECT value FROM facts WHERE scope_id = ? AND key = ?',
    keyOf(scope, name, id)
  );
  if (row === null) return null;
  const { success, data } = schemas[name].safeParse(JSON.parse(row.value));
  return success ? data : null;
}

export async function setFact<Name extends FactName>(
  tx: Transaction,
  scope: Scope | null,
  name: Name,
  value: FactValue<Name>,
  id?: string
): Promise<void> {
  await tx.run(
    `INSERT INTO facts (scope_id, key, value) VALUES (?, ?, ?)
     ON CONFLICT (scope_id, key) DO UPDATE SET value = excluded.value WHERE value IS NOT excluded.value`,
    [...keyOf(scope, name, id), JSON.stringify(value)]
  );
}

export async function removeFact(
  tx: Transaction,
  scope: Scope | null,
  name: FactName,
  id?: string
): Promise<void> {
  await tx.run('DELETE FROM facts WHERE scope_id = ? AND key = ?', keyOf(scope, name, id));
}
