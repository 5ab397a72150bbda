import { type Scope } from '@/db/scopes';
import { type Reader } from '@/db/store';
import { countRecords, type RecordCount } from '@/db/usage';

/** How many records of a table are on the phone, as Settings counts them. */
export async function countStored(
  reader: Reader,
  scope: Scope,
  table: RecordCount['table']
): Promise<number> {
  const counts = await countRecords(reader, scope);
  return counts.find((each) => each.table === table)?.count ?? 0;
}
