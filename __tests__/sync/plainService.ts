import { createTestPhone, emptyService, respond, success, type Reaction, type Sent } from './support';

export const minutes = (count: number) => count * 60_000;

/** A bundle of the plain service. */
export type Stored = {
  id: number;
  transactions: Record<string, unknown>[];
  memberships?: Record<string, unknown>[];
  donations?: Record<string, unknown>[];
};

export type Behaviour = {
  storesMarkers?: boolean;
  order?: 'newest_first' | 'oldest_first' | 'by_date';
  pageSize?: number;
  total?: 'right' | 'absent' | 'moving' | 'too_small' | 'too_large';
  /** Identifiers start here and are two apart, so that they differ also above 2^53. */
  firstId?: number;
};

/** The bundles of a plain service, as in its list. The test responds to writes itself. */
export function plainList(
  { storesMarkers = true, order = 'newest_first', pageSize = 1_000, total = 'right', firstId = 1 }: Behaviour,
  already: number
) {
  const dateOf = (bundle: Stored) => String(bundle.transactions[0]?.date);
  const stored: Stored[] = Array.from({ length: already }, (_, index) => ({
    id: firstId + 2 * index,
    // Half of them are dated after the capture.
    transactions: [
      {
        id: firstId + 2 * index,
        amount: 1,
        currency: 'eur',
        contact_id: 1,
        date: `20${index % 2 === 0 ? '20' : '30'}-01-01T00:00:00Z`,
      },
    ],
  }));
  let readings = 0;
  const totals = {
    right: () => ({ total: stored.length }),
    absent: () => ({}),
    moving: () => ({ total: stored.length + (readings += 1) }),
    too_small: () => ({ total: 2 }),
    too_large: () => ({ total: stored.length + 3 }),
  };
  return {
    stored,
    store: (sent: Sent): Stored => {
      const { data }: { data: { transactions: Record<string, unknown>[] } } = JSON.parse(sent.body ?? '{}');
      const id = firstId + 2 * stored.length;
      const transactions = data.transactions.map((transaction) => {
        const { delivery_token: token, external_transaction_id: external, ...rest } = transaction;
        return storesMarkers ? { id, ...transaction } : { id, ...rest };
      });
      const bundle = { id, transactions };
      stored.push(bundle);
      return bundle;
    },
    list: (sent: Sent): Reaction => {
      const query = new URLSearchParams(sent.path.split('?')[1] ?? '');
      const offset = Number(query.get('offset') ?? 0);
      const limit = Math.min(pageSize, Number(query.get('limit') ?? 100));
      const all = order === 'oldest_first' ? [...stored] : [...stored].reverse();
      if (order === 'by_date') all.sort((one, other) => (dateOf(one) < dateOf(other) ? 1 : -1));
      return success(all.slice(offset, offset + limit), totals[total]());
    },
  };
}

export async function plainPhone(
  behaviour: Behaviour,
  already: number,
  onWrite: (store: () => Stored, count: number, sent: Sent) => Reaction,
  extensions: () => readonly string[] = () => []
) {
  const list = plainList(behaviour, already);
  const rules = { isListRefused: false, isListSilent: false };
  const quiet = emptyService([], (sent, count) => onWrite(() => list.store(sent), count, sent));
  const phone = await createTestPhone((sent, count) => {
    if (sent.path === '/health') return success({ name: 'plain', version: '1', extensions: extensions() });
    if (!sent.path.startsWith('/v1/transaction_bundles') || sent.method !== 'GET') return quiet(sent, count);
    if (rules.isListSilent) return 'silence';
    return rules.isListRefused ? respond(403, {}) : list.list(sent);
  });
  const listRequests = () =>
    phone.ports.sent.filter(
      ({ method, path }) => method === 'GET' && path.startsWith('/v1/transaction_bundles')
    );
  return { ...phone, list, rules, listRequests };
}

export const asResponse = (bundle: Stored) => success(bundle);
