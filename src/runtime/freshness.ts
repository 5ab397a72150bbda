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
  day_records: ['facts'],
  invitation_answers: ['facts'],
  quarantine: ['settings'],
  drafts: ['drafts'],
  roll_calls: ['rollCalls'],
  wanted_contacts: ['contacts'],
};

/** A first pull commits page after page; screens follow it a few times a second, not once per page. */
const shortestPauseMs = 250;

/**
 * Turns committed changes into invalidated queries. What has not changed for a while is read again at once, whatever
 * else is going on: a record that was saved during a fetch must not be missing on the next screen. What changes again
 * and again is gathered.
 */
export function keepQueriesFresh(store: Store, client: QueryClient): () => void {
  /** By name: the pause after the last reading, and whether something changed in it. */
  const pauses = new Map<string, { timer: ReturnType<typeof setTimeout>; isStale: boolean }>();

  const refresh = (name: string) => {
    void client.invalidateQueries({ queryKey: [name] });
    const timer = setTimeout(() => {
      const isStale = pauses.get(name)?.isStale;
      pauses.delete(name);
      if (isStale) refresh(name);
    }, shortestPauseMs);
    pauses.set(name, { timer, isStale: false });
  };

  const stop = store.onTablesChanged((tables) => {
    for (const name of new Set([...tables].flatMap((table) => queriesOf[table]))) {
      const pause = pauses.get(name);
      if (pause) pause.isStale = true;
      else refresh(name);
    }
  });
  return () => {
    stop();
    for (const { timer } of pauses.values()) clearTimeout(timer);
  };
}
