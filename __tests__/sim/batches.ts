import { sql } from 'drizzle-orm';

import type { Tx } from '../../server/store/database';

/** Those to a typed name: what Eve gave has its receiver. */
export async function readOpenHandOvers(tx: Tx, groupId: number): Promise<string[]> {
  const { rows } = await tx.execute<{ key: string }>(sql`
    SELECT given.key FROM cash_records given WHERE given.group_id = ${groupId} AND given.kind = 'hand_over'
      AND given.receiver_id IS NULL AND NOT EXISTS (SELECT FROM cash_records reply WHERE reply.group_id = given.group_id AND reply.answered_key = given.key
        AND reply.kind = 'reply')
    ORDER BY given.id`);
  return rows.map(({ key }) => key);
}

/** A payment in two batches, a number given twice, or a closed batch with a payment without an amount. */
export async function findWrongBatches(tx: Tx, groupId: number): Promise<string[]> {
  const { rows } = await tx.execute<{ found: string }>(sql`
    SELECT 'payment ' || transaction_id || ' is in two batches' AS found FROM batch_transactions
      WHERE group_id = ${groupId} GROUP BY transaction_id HAVING count(*) > 1
    UNION ALL SELECT 'the batch number ' || number || ' was given twice' FROM batches
      WHERE group_id = ${groupId} GROUP BY number HAVING count(*) > 1
    UNION ALL SELECT 'batch ' || b.number || ' does not add up' FROM batches b
      JOIN batch_transactions p ON p.group_id = b.group_id AND p.batch_id = b.id
      WHERE b.group_id = ${groupId} AND (b.state = 'open') <> (p.amount IS NULL)`);
  return rows.map(({ found }) => found);
}
