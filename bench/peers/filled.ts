import pg from 'pg';

import { addBundles, fillDatabase, type Filled } from '../service/filled';
import { addContacts } from '../turf/spaces';

const part = 20_000;

export type PeerData = Filled & { totals: { contacts: number; bundles: number } };

/** What PostGraphile cannot do with tables alone, as functions of SQL, in the way its documentation recommends. */
const peerFunctions = `
  CREATE FUNCTION peer_search(wanted text) RETURNS SETOF contacts LANGUAGE sql STABLE AS $$
    SELECT c.* FROM doorstep_contacts_matching(wanted::tsquery) m JOIN contacts c ON c.id = m.id ORDER BY c.sort_key, c.id
  $$;
  CREATE FUNCTION peer_gift(amount integer, currency text, kind text, contact bigint, at timestamptz, token text, external_id bigint)
    RETURNS bigint LANGUAGE sql VOLATILE AS $$
    WITH bundle AS (
      INSERT INTO transaction_bundles (group_id, created_by) VALUES (doorstep_space(), doorstep_user()) RETURNING id
    ), transaction AS (
      INSERT INTO transactions (group_id, bundle_id, amount, currency, payment_method_kind, contact_id, date,
        delivery_token, external_transaction_id)
      SELECT doorstep_space(), id, amount, currency, kind, contact, at, token, external_id FROM bundle
    )
    INSERT INTO donations (group_id, bundle_id, amount, currency, contact_id, date)
    SELECT doorstep_space(), id, amount, currency, contact, at FROM bundle RETURNING bundle_id
  $$`;

/** Without triggers and foreign keys: the feed has no place in this measurement, and filling takes a tenth of the time. */
const withoutTriggers = 'options=-c%20session_replication_role%3Dreplica';

/** The demo space with its people and actions, and this number of contacts and bundles more. */
export async function fillForPeers(contacts: number, bundles: number): Promise<PeerData> {
  const filled = await fillDatabase({ contacts: 1_000, bundles: 0 });
  const { connectionString, groupId, userId } = filled;
  const filling = `${connectionString}?${withoutTriggers}`;
  try {
    const client = new pg.Client({ connectionString: filling });
    await client.connect();
    await client.query(peerFunctions);
    await addContacts(filling, groupId, contacts);
    for (let from = 0; from < bundles; from += part)
      await addBundles(client, groupId, userId, Math.min(part, bundles - from));
    await client.query('VACUUM ANALYZE');
    const some = await client.query<{ id: string }>(
      'SELECT id FROM contacts WHERE group_id = $1 AND id % $2 = 0',
      [groupId, Math.max(1, Math.floor(contacts / 1_000))]
    );
    const counted = await client.query<{ contacts: number; bundles: number }>(
      `SELECT (SELECT count(*)::int FROM contacts WHERE group_id = $1) AS contacts,
         (SELECT count(*)::int FROM transaction_bundles WHERE group_id = $1) AS bundles`,
      [groupId]
    );
    const [totals] = counted.rows;
    await client.end();
    if (!totals) throw new Error('Nothing was counted.');
    return { ...filled, contactIds: some.rows.map(({ id }) => Number(id)), totals };
  } catch (failure) {
    await filled.drop();
    throw failure;
  }
}
