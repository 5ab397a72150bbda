import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { type FoundPerson } from '@/contract/lookUp';
import { contactLine, type ContactLine } from '@/db/contacts';
import { holdsAllContacts, seesEveryone } from '@/domain/buckets';
import { isLedBy } from '@/domain/team';
import { useRuntime, useSyncStatus } from '@/features/shared/runtime';
import { useExtension } from '@/features/shared/useExtension';
import { usePermissions } from '@/features/shared/usePermissions';
import { bucketQueries } from '@/queries/buckets';
import { teamQueries } from '@/queries/teams';

/** As many as a search on the phone shows. */
const limit = 50;

/** The longest text that the service accepts. */
const longest = 200;

/** The search on the service: `ready` until a person starts it. */
export type EveryoneSearch = {
  state: 'offline' | 'ready' | 'searching' | 'found' | 'nobody' | 'refused' | 'not_now';
  /** Contacts that are not on this phone. */
  lines: ContactLine[];
  /** Whoever does not see everyone finds by name and town alone. */
  byName: boolean;
  /** How many the service returned at most, if it may have more; null if these are all. */
  first: number | null;
  search: () => void;
};

type Answered = Pick<EveryoneSearch, 'lines' | 'first'> & { typed: string; state: EveryoneSearch['state'] };

const lineOf = ({ id, firstname, surname, city }: FoundPerson): ContactLine =>
  contactLine({ id, firstname, surname, address: { city } });

/** Null where the person may not, or everyone is on this phone. Managers may, and the space decides about those who lead a team. */
export function useEveryoneSearch(typed: string, onPhone: readonly ContactLine[]): EveryoneSearch | null {
  const runtime = useRuntime();
  const { isOnline } = useSyncStatus();
  const { canSearchEveryone } = usePermissions();
  const { data: own } = useQuery(teamQueries.own(runtime));
  const isLeader = own?.teams.some(({ team }) => isLedBy(team, runtime.scope.userId)) ?? false;
  const canSearch = useExtension('look_up') && (canSearchEveryone || isLeader);
  const { data: buckets = null } = useQuery(bucketQueries.current(runtime));
  const [answered, setAnswered] = useState<Answered | null>(null);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  if (!canSearch || holdsAllContacts(buckets)) return null;

  const search = () => {
    const show = (state: EveryoneSearch['state'], lines: ContactLine[] = []) => {
      if (isShown.current) setAnswered({ typed, state, lines, first: lines.length === limit ? limit : null });
    };
    show('searching');
    runtime.online.read({ endpoint: 'searchEveryone', query: { q: typed.slice(0, longest), limit } }).then(
      (found) => {
        if (found.kind === 'read') show('found', found.value.good.map(lineOf));
        else show(found.kind === 'missing' ? 'refused' : found.kind);
      },
      () => show('not_now')
    );
  };
  const byName = !seesEveryone(buckets ?? []);
  // Another text is another search.
  const current = answered?.typed === typed ? answered : null;
  if (!isOnline && current?.state !== 'found')
    return { state: 'offline', lines: [], byName, first: null, search };
  const here = new Set(onPhone.map(({ id }) => id));
  const lines = (current?.lines ?? []).filter(({ id }) => !here.has(id));
  const state = current?.state ?? 'ready';
  const first = current?.first ?? null;
  return { state: state === 'found' && lines.length === 0 ? 'nobody' : state, lines, byName, first, search };
}
