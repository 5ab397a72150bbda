import { getFact } from '@/db/facts';
import { type Store } from '@/db/store';

import { tableQuery, type Source } from './query';

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
  /** Whether the person has saved a record on this phone. */
  hasRecorded: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['device', scope.id, 'hasRecorded'],
      tables: ['facts'],
      queryFn: async () => (await getFact(store, scope, 'capture_last_used')) !== null,
    }),
  installAnswered: ({ store }: { store: Store }) =>
    tableQuery({
      queryKey: ['device', 'installAnswered'],
      tables: ['facts'],
      queryFn: async () => (await getFact(store, null, 'install_answered')) === true,
    }),
};
