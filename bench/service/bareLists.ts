import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

export const contactColumns = `id, created_at, updated_at, address, age_category, birth_city, birth_country, birthdate, black_list,
  custom_fields, formdatas, firstname, surname, gender, mail, mobile, mobile_invalid, phone, phone_invalid, nationality, tags`;

type Page = { Querystring: { limit: string; offset: string } };

/** Lists, search and sums of the baseline, written as plainly as the rest of it. */
export function registerLists(app: FastifyInstance, pool: pg.Pool, groupId: number): void {
  const ask = async (name: string, text: string, values: unknown[] = []) =>
    (await pool.query({ name, text, values: [groupId, ...values] })).rows as Record<string, unknown>[];

  app.get<Page>('/contacts', async ({ query }) => {
    const [data, counted] = await Promise.all([
      ask('contacts', selectContacts, [query.limit, query.offset]),
      ask('countContacts', 'SELECT count(*)::int AS count FROM contacts WHERE group_id = $1'),
    ]);
    return { data, total: counted[0]?.count };
  });

  app.get<Page>('/transaction_bundles', async ({ query }) => {
    const [data, counted] = await Promise.all([
      ask('bundles', selectBundles, [query.limit, query.offset]),
      ask('countBundles', 'SELECT count(*)::int AS count FROM transaction_bundles WHERE group_id = $1'),
    ]);
    return { data, total: counted[0]?.count };
  });

  app.get<{ Querystring: { word: string } }>('/search', async ({ query }) => {
    const data = await ask('search', searchContacts, [`'${groupId}/${query.word}':*`]);
    return { data, total: data[0]?.total ?? 0 };
  });

  app.get<{ Params: { month: string } }>('/sums/:month', async ({ params }) => ({
    data: await ask('sums', selectSums, [`${params.month}-01`]),
  }));
}

const selectContacts = `SELECT ${contactColumns} FROM contacts WHERE group_id = $1 ORDER BY sort_key, id LIMIT $2 OFFSET $3`;

const selectBundles = `
  SELECT b.id, b.created_by,
    (SELECT json_agg(t) FROM transactions t WHERE t.group_id = $1 AND t.bundle_id = b.id) AS transactions,
    (SELECT json_agg(m) FROM memberships m WHERE m.group_id = $1 AND m.bundle_id = b.id) AS memberships,
    (SELECT json_agg(d) FROM donations d WHERE d.group_id = $1 AND d.bundle_id = b.id) AS donations
  FROM (SELECT id, created_by FROM transaction_bundles WHERE group_id = $1 ORDER BY id LIMIT $2 OFFSET $3) AS b ORDER BY b.id`;

const searchContacts = `SELECT ${contactColumns}, count(*) OVER ()::int AS total FROM contacts
  WHERE group_id = $1 AND words @@ $2::tsquery ORDER BY sort_key, id LIMIT 100`;

const selectSums = `SELECT payment_method_kind, currency, count(*)::int AS count, sum(amount)::int8 AS amount FROM transactions
  WHERE group_id = $1 AND date >= $2::timestamp AT TIME ZONE 'UTC' AND date < ($2::timestamp + interval '1 month') AT TIME ZONE 'UTC'
  GROUP BY payment_method_kind, currency`;
