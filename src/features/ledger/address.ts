import { ledgerOrders, latestFirst, type LedgerOrder } from '@/db/ledger/ledger';

import { everything, type LedgerChoice } from './filters';

/** What the address of the ledger contains. */
export type LedgerView = { choice: LedgerChoice; order: LedgerOrder };

export const wholeLedger: LedgerView = { choice: everything, order: latestFirst };

/** The names in the address; they are part of links that people store. */
type Name = 'from' | 'until' | 'kind' | 'method' | 'status' | 'campaign' | 'by' | 'contact' | 'q' | 'sort';
type Params = Partial<Record<Name, string>>;

const idIn = (text: string | undefined) => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : null);

/** Reads the address. What cannot be read filters nothing. */
export function readView(params: Record<string, string | string[] | undefined>): LedgerView {
  const read = (name: Name) => {
    const value = params[name];
    return typeof value === 'string' ? value : '';
  };
  const kind = read('kind');
  const sort = read('sort');
  const by = ledgerOrders.find((order) => order === sort.replace(/^-/, ''));
  return {
    choice: {
      from: read('from'),
      until: read('until'),
      kind: kind === 'donation' || kind === 'membership' ? kind : null,
      method: read('method') || null,
      statusId: idIn(read('status')),
      campaign: read('campaign') || null,
      recorder: idIn(read('by')),
      contactId: idIn(read('contact')),
      search: read('q'),
    },
    order: by === undefined ? latestFirst : { by, descending: sort.startsWith('-') },
  };
}

/** The parameters of a view; those that filter nothing are undefined, which removes them from the address. */
export function paramsOf({ choice, order }: LedgerView): Record<Name, string | undefined> {
  const id = (value: number | null) => (value === null ? undefined : String(value));
  const isDefault = order.by === latestFirst.by && order.descending === latestFirst.descending;
  return {
    from: choice.from || undefined,
    until: choice.until || undefined,
    kind: choice.kind ?? undefined,
    method: choice.method ?? undefined,
    status: id(choice.statusId),
    campaign: choice.campaign ?? undefined,
    by: id(choice.recorder),
    contact: id(choice.contactId),
    q: choice.search || undefined,
    sort: isDefault ? undefined : `${order.descending ? '-' : ''}${order.by}`,
  };
}

/** The parameters that have a value, for a link. */
export function givenParams(view: LedgerView): Params {
  return Object.fromEntries(Object.entries(paramsOf(view)).filter(([, value]) => value !== undefined));
}
