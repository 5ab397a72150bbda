import { type QueryClient } from '@tanstack/react-query';
import { type Store } from '@/db/store';
import { type TableName } from '@/db/tables';

/**
 * Which queries a changed table makes stale. The names are the first member of a query key; a feature's `queries.ts`
 * begins its keys with the name of what it reads. An outbox row is laid over bundles, teams and people, so it stands
 * behind their queries too.
 */
const queriesOf: Record<TableName, readonly string[]> = {
  actions: ['actions', 'home'],
  teams: ['teams', 'people', 'home', 'actions'],
  public_teams: ['teams'],
  users: ['people', 'teams', 'home'],
  roles: ['people'],
  contacts: ['contacts', 'capture', 'outbox', 'ledger'],
  forms: ['contacts'],
  membership_price_groups: ['catalogue', 'capture'],
  donation_prices: ['catalogue', 'capture'],
  transaction_statuses: ['catalogue', 'contacts', 'ledger'],
  transaction_settings: ['catalogue', 'capture', 'home'],
  transaction_bundles: ['ledger', 'contacts', 'home'],
  bundle_history: ['ledger'],
  outbox: ['outbox', 'home', 'contacts', 'ledger', 'teams', 'people', 'capture'],
  sync_cursors: ['settings'],
  facts: ['facts', 'settings'],
  set_aside: ['settings'],
  drafts: ['drafts'],
  roll_calls: ['rollCalls'],
  wanted_contacts: ['contacts'],
  row_keys: ['settings'],
};

/** A first pull commits page after page; screens follow it a few times a second, not once per page. */
const shortestPauseMs = 250;

/** Turns committed changes into invalidated queries: at once for a single write, gathered while many come. */
export function keepQueriesFresh(store: Store, client: QueryClient): () => void {
  const waiting = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | null = null;

  const flush = () => {
    for (const name of waiting) void client.invalidateQueries({ queryKey: [name] });
    timer = waiting.size > 0 ? setTimeout(flush, shortestPauseMs) : null;
    waiting.clear();
  };

  const stop = store.onTablesChanged((tables) => {
    for (const table of tables) for (const name of queriesOf[table]) waiting.add(name);
    if (timer === null) flush();
  });
  return () => {
    stop();
    if (timer !== null) clearTimeout(timer);
  };
}
