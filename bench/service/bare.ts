import Fastify from 'fastify';
import pg from 'pg';

import { contactColumns, registerLists } from './bareLists';

/**
 * The baseline of the benchmark: only Fastify and pg, one prepared statement per request, as the owner of the tables. It checks no
 * token and no body, does not separate spaces, writes no history and is not idempotent.
 */
export async function startBare(connectionString: string, groupId: number, userId: number): Promise<number> {
  const pool = new pg.Pool({ connectionString, max: 20 });
  const app = Fastify({ logger: true });

  app.get<{ Params: { id: string } }>('/contacts/:id', async ({ params }) => {
    const { rows } = await pool.query({ name: 'contact', text: selectContact, values: [groupId, params.id] });
    return rows[0] as unknown;
  });

  app.get('/actions', async () => {
    const { rows } = await pool.query({ name: 'actions', text: selectActions, values: [groupId] });
    return rows;
  });

  app.post<{ Body: BundleRequest }>('/transaction_bundles', async ({ body }) => {
    const { transactions, donations } = body.data;
    const [transaction, donation] = [transactions[0], donations[0]];
    const { rows } = await pool.query({
      name: 'bundle',
      text: insertBundle,
      values: [
        groupId,
        userId,
        transaction?.amount,
        transaction?.currency,
        transaction?.payment_method_kind,
        transaction?.contact_id,
        transaction?.date,
        transaction?.delivery_token,
        transaction?.external_transaction_id,
        donation?.amount,
        donation?.date,
      ],
    });
    return { status: 'success', data: { ...body.data, ...(rows[0] as object) } };
  });

  registerLists(app, pool, groupId);

  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  return address === null || typeof address === 'string' ? 0 : address.port;
}

type BundleRequest = {
  data: {
    transactions: {
      amount: number;
      currency: string;
      payment_method_kind: string;
      contact_id: number;
      date: string;
      delivery_token: string;
      external_transaction_id: number;
    }[];
    donations: { amount: number; date: string }[];
  };
};

const selectContact = `SELECT ${contactColumns} FROM contacts WHERE group_id = $1 AND id = $2`;

/** Actions as the interface returns them: counts of visits, people, and teams with their people. */
const selectActions = `
  WITH person AS (
    SELECT u.id, u.firstname, u.surname, u.phone, u.mail, u.avatar, u.created_at, u.updated_at, r.name AS role
    FROM space_users m JOIN users u ON u.id = m.user_id JOIN roles r ON r.group_id = m.group_id AND r.id = m.role_id
    WHERE m.group_id = $1
  )
  SELECT a.*, count.*,
    (SELECT to_json(p) FROM person p WHERE p.id = a.created_by) AS created_by_detail,
    (SELECT json_agg(p ORDER BY p.id) FROM action_users l JOIN person p ON p.id = l.user_id
      WHERE l.group_id = $1 AND l.action_id = a.id) AS users,
    (SELECT json_agg(json_build_object('id', t.id, 'name', t.name, 'users',
        (SELECT json_agg(p) FROM team_users tu JOIN person p ON p.id = tu.user_id
          WHERE tu.group_id = $1 AND tu.team_id = t.id)) ORDER BY t.id)
      FROM action_teams l JOIN teams t ON t.group_id = $1 AND t.id = l.team_id
      WHERE l.group_id = $1 AND l.action_id = a.id) AS teams
  FROM actions a
  LEFT JOIN LATERAL (
    SELECT count(*)::int AS visits, count(DISTINCT v.contact_id)::int AS contacts,
      (count(*) FILTER (WHERE v.declared))::int AS declared
    FROM visits v WHERE v.group_id = $1 AND v.action_id = a.id
  ) count ON true
  WHERE a.group_id = $1 ORDER BY a.id`;

const insertBundle = `
  WITH bundle AS (
    INSERT INTO transaction_bundles (group_id, created_by) VALUES ($1, $2) RETURNING id
  ), transaction AS (
    INSERT INTO transactions (group_id, bundle_id, amount, currency, payment_method_kind, contact_id, date,
      delivery_token, external_transaction_id)
    SELECT $1, id, $3, $4, $5, $6, $7, $8, $9 FROM bundle RETURNING id
  ), donation AS (
    INSERT INTO donations (group_id, bundle_id, amount, currency, contact_id, date)
    SELECT $1, id, $10, $4, $6, $11 FROM bundle RETURNING id
  )
  SELECT bundle.id, transaction.id AS transaction_id, donation.id AS donation_id FROM bundle, transaction, donation`;
