import { type ReceivedNow } from '@/domain/cash/lateCorrections';
import { moneyParts } from '@/domain/moneyParts';

import { type Scope } from '../scopes';
import { listTransactionStatuses } from '../statuses';
import { type Reader } from '../store';

import { type CountedLine, listCountedLines } from './countedLines';

/** What the service has of these captures today, by their keys; none of one that was not downloaded. */
export const listReceivedNow = async (reader: Reader, scope: Scope, keys: readonly string[]) =>
  receivedIn(reader, scope, await listCountedLines(reader, scope, keys));

export async function receivedIn(
  reader: Reader,
  scope: Scope,
  lines: readonly CountedLine[]
): Promise<Map<string, ReceivedNow[]>> {
  const kinds = new Map((await listTransactionStatuses(reader, scope)).map(({ id, kind }) => [id, kind]));
  const found = new Map<string, ReceivedNow[]>();
  for (const { key, bundleId, currency, paymentMethodKind, statusId, amount, reimbursed, unpaid } of lines) {
    const { received } = moneyParts({ amount, reimbursed, unpaid }, kinds.get(statusId ?? -1));
    const payment = { bundleId, currency, paymentMethodKind, amount: received };
    const before = found.get(key);
    if (before === undefined) found.set(key, [payment]);
    // A gift that arrived twice is not counted twice here.
    else if (before[0]?.bundleId === bundleId) before.push(payment);
  }
  return found;
}
