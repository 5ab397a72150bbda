import { type TransactionSettings } from '@/contract/settings';
import { tidyAgeKey, treasurerKeyName } from '@/domain/ageKey';

import { parseBody } from './recordTable';
import { type Scope } from './scopes';
import { type Reader, type Transaction } from './store';

/** The finance settings of the space: one record. */
export async function applyTransactionSettings(
  tx: Transaction,
  scope: Scope,
  settings: TransactionSettings
): Promise<void> {
  await tx.run(
    `INSERT INTO transaction_settings (scope_id, body) VALUES (?, ?)
     ON CONFLICT (scope_id) DO UPDATE SET body = excluded.body WHERE body IS NOT excluded.body`,
    [scope.id, JSON.stringify(settings)]
  );
}

export async function getTransactionSettings(
  reader: Reader,
  scope: Scope
): Promise<TransactionSettings | null> {
  const row = await reader.get<{ body: string }>('SELECT body FROM transaction_settings WHERE scope_id = ?', [
    scope.id,
  ]);
  return row ? parseBody<TransactionSettings>(row.body) : null;
}

/** The treasurer's public key from the service, the same for the entire space; null without one. */
export async function getTreasurerKeyOfSpace(reader: Reader, scope: Scope): Promise<string | null> {
  const settings = await getTransactionSettings(reader, scope);
  return tidyAgeKey(settings?.additional_settings?.[treasurerKeyName]);
}
