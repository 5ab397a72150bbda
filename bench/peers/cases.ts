import { casesOf } from '../service/cases';
import { type Request } from '../service/load';
import { type PeerData } from './filled';
import { actionsQuery, bundlesQuery, contactFields, contactQuery, giftMutation } from './graphql';
import { signToken } from './postgraphile';

export type Side = 'ours' | 'postgraphile' | 'bare';
export type PeerCase = {
  work: string;
  /** Requests of one round. */
  count: number;
  requests: Record<Side, (turn: number) => Request>;
  /** What the three responses must have in common; null for a write, whose ids differ. */
  common: ((body: Body, side: Side) => unknown) | null;
};

// The three responses have three shapes, and `common` reads what it compares.
type Body = ReturnType<typeof JSON.parse>;

const pageSize = 100;
const month = new Date(Date.now() - 45 * 86_400_000).toISOString().slice(0, 7);
const numbers = (rows: { id?: number | string; rowId?: string }[]) =>
  rows.map(({ id, rowId }) => Number(rowId ?? id));

/** The same work for the service, PostGraphile and the baseline. */
export function peerCasesOf(filled: PeerData): Record<string, PeerCase> {
  const { contact, actions, bundles } = casesOf(filled);
  if (!contact || !actions || !bundles) throw new Error('A case of the service is missing.');
  const { contactIds, tokens, groupId, userId } = filled;
  const claims = { group_id: String(groupId), user_id: String(userId) };
  const asUser = signToken({ ...claims, role_type: 'user' });
  const asManager = signToken({ ...claims, role_type: 'manager' });
  const graph = (query: string, variables: object = {}, token = asUser): Request => ({
    method: 'POST',
    path: '/graphql',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ query, variables }),
  });
  const ours = (path: string, token = tokens.volunteer): Request => ({
    method: 'GET',
    path: `/api/v1${path}`,
    headers: { authorization: `Bearer ${token}` },
  });
  const bare = (path: string): Request => ({ method: 'GET', path });

  const contactList = `query($offset: Int!) {
    list: allContacts(first: ${pageSize}, offset: $offset, orderBy: [SORT_KEY_ASC, ROW_ID_ASC]) { totalCount nodes { ${contactFields} } } }`;
  const list = (work: string, name: string, query: string, offset: number, count: number): PeerCase => {
    const page = `/${name}?limit=${pageSize}&offset=${offset}`;
    return {
      work: `${work}, ${offset === 0 ? 'first' : 'last'} page`,
      count,
      requests: {
        ours: () => ours(page),
        postgraphile: () => graph(query, { offset }),
        bare: () => bare(page),
      },
      common: (body, side) =>
        side === 'postgraphile'
          ? [body.data.list.totalCount, numbers(body.data.list.nodes)].flat()
          : [body.total, numbers(body.data)].flat(),
    };
  };
  const wordOf = (turn: number) => String(10_000 + ((turn * 7919) % 9_999));

  return {
    contact: {
      work: 'one contact',
      count: 1_000,
      requests: {
        ours: contact.ours,
        postgraphile: (turn) =>
          graph(contactQuery, {
            space: String(groupId),
            id: String(contactIds[(turn * 7919) % contactIds.length]),
          }),
        bare: contact.bare,
      },
      common: (body, side) =>
        ({ ours: body.mail, postgraphile: body.data?.contact?.mail, bare: body.mail })[side],
    },
    actions: {
      work: 'actions with people and teams',
      count: 200,
      requests: { ours: actions.ours, postgraphile: () => graph(actionsQuery), bare: actions.bare },
      common: (body, side) =>
        numbers(
          {
            ours: body.data?.ActionsAggreg?.map(({ Action }: { Action: Body }) => Action),
            postgraphile: body.data?.list?.nodes,
            bare: body,
          }[side]
        ),
    },
    bundles: {
      work: 'a gift written',
      count: 400,
      requests: {
        ours: bundles.ours,
        postgraphile: (turn) => {
          const { data } = JSON.parse(bundles.bare(turn).body ?? '') as Body;
          return graph(giftMutation, { gift: giftOf(data.transactions[0]) });
        },
        bare: bundles.bare,
      },
      common: null,
    },
    contactsFirst: list('contacts', 'contacts', contactList, 0, 20),
    contactsLast: list('contacts', 'contacts', contactList, filled.totals.contacts - pageSize, 10),
    bundlesFirst: list('bundles', 'transaction_bundles', bundlesQuery(pageSize), 0, 20),
    bundlesLast: list(
      'bundles',
      'transaction_bundles',
      bundlesQuery(pageSize),
      filled.totals.bundles - pageSize,
      10
    ),
    search: {
      work: 'search for five digits',
      count: 200,
      requests: {
        ours: (turn) => ours(`/contacts?limit=${pageSize}&q=${wordOf(turn)}`),
        postgraphile: (turn) =>
          graph(
            `query($wanted: String!) { list: peerSearch(wanted: $wanted, first: ${pageSize}) { totalCount nodes { ${contactFields} } } }`,
            { wanted: `'${groupId}/${wordOf(turn)}':*` }
          ),
        bare: (turn) => bare(`/search?word=${wordOf(turn)}`),
      },
      common: (body, side) =>
        side === 'postgraphile'
          ? [body.data.list.totalCount, numbers(body.data.list.nodes)].flat()
          : [body.total, numbers(body.data)].flat(),
    },
    sums: {
      work: 'ledger sums of a month',
      count: 5,
      requests: {
        ours: () => ours(`/months/${month.replace('-', '')}`, tokens.manager),
        postgraphile: () =>
          graph(`query($month: String!) { sums: doorstepMonthSums(wanted: $month) }`, { month }, asManager),
        bare: () => bare(`/sums/${month}`),
      },
      common: (body, side) => {
        const sums = { ours: body.data?.month?.sums, postgraphile: body.data?.sums, bare: body.data }[side];
        return (typeof sums === 'string' ? JSON.parse(sums) : sums).map(
          ({ count, amount }: { count: number; amount: number | string }) => [count, Number(amount)]
        );
      },
    },
  };
}

const giftOf = (transaction: Record<string, unknown>) => ({
  amount: transaction.amount,
  currency: transaction.currency,
  kind: transaction.payment_method_kind,
  contact: String(transaction.contact_id),
  at: transaction.date,
  token: transaction.delivery_token,
  externalId: String(transaction.external_transaction_id),
});
