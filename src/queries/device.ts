import { getFact } from '@/db/facts';
import { type Store } from '@/db/store';

import { tableQuery } from './query';

type Persistence = 'kept' | 'may_be_evicted' | 'unknown';

/** What is known about this phone, whoever uses it. */
export const deviceQueries = {
  /** It does not change while the app is open. */
  persistence: ({ device }: { device: { persistence: () => Promise<Persistence> } }) =>
    tableQuery({ queryKey: ['device', 'persistence'], tables: [], queryFn: () => device.persistence() }),
  /** The chosen columns of the ledger; null for the usual ones. */
  ledgerColumns: ({ store }: { store: Store }) =>
    tableQuery({
      queryKey: ['device', 'ledgerColumns'],
      tables: ['facts'],
      queryFn: () => getFact(store, null, 'ledger_columns'),
    }),
  helpSeen: ({ store }: { store: Store }) =>
    tableQuery({
      queryKey: ['device', 'helpSeen'],
      tables: ['facts'],
      queryFn: async () => (await getFact(store, null, 'help_seen')) === true,
    }),
};
