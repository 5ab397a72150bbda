import { type CountedPart } from '@/domain/months';

import { lineConditions, valuesOf, whereOf, type LedgerFilter } from './ledger';
import { hasCounted } from '../schema/ledger';
import { type Scope } from '../scopes';
import { type Reader } from '../store';

const part = (field: string) => `json_extract(part.value, '$.${field}')`;

/** What of the filtered transactions counts in other months than those of their dates. Costs the bundles that have such a part. */
export function sumCounted(reader: Reader, scope: Scope, filter: LedgerFilter): Promise<CountedPart[]> {
  const conditions = lineConditions(scope, filter);
  if (filter.contactId !== undefined) {
    conditions.push([
      `EXISTS (SELECT 1 FROM bundle_contacts AS person WHERE person.scope_id = line.scope_id
        AND person.contact_id = ? AND person.bundle_id = line.bundle_id)`,
      filter.contactId,
    ]);
  }
  return reader.all<CountedPart>(
    `SELECT ${part('month')} AS month, upper(${part('currency')}) AS currency, sum(${part('amount')}) AS amount
     FROM transaction_bundles AS bundle INDEXED BY transaction_bundles_with_counted
       CROSS JOIN bundle_transactions AS line ON line.scope_id = bundle.scope_id AND line.bundle_id = bundle.id
       JOIN json_each(bundle.body, '$.counted') AS part
         ON ${part('transaction_id')} = json_extract(bundle.body, '$.transactions[' || line.position || '].id')
     WHERE bundle.scope_id = ? AND ${hasCounted('bundle.body')} AND ${whereOf(conditions)}
     GROUP BY 1, 2 HAVING sum(${part('amount')}) <> 0 ORDER BY 1, 2`,
    [scope.id, ...valuesOf(conditions)]
  );
}
