import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import {
  duplicateSearches,
  findDuplicates,
  pickDuplicates,
  type Described,
  type Duplicate,
} from '@/db/contactDuplicates';
import { useRuntime, useSyncStatus } from './runtime';
import { useExtension } from './useExtension';
import { tableQuery } from '@/queries/query';

const mostFromService = 20;
/** Nothing is asked while somebody types. */
const pauseMs = 700;

/** Contacts who may be the person in a form: on this phone at once, and of the service where there is signal. */
export function useDuplicates(person: Described, exceptId: number | null): Duplicate[] {
  const runtime = useRuntime();
  const key = JSON.stringify(person);
  const onPhone = useQuery(
    tableQuery({
      queryKey: ['contacts', runtime.scope.id, 'duplicates', key],
      tables: ['contacts', 'outbox'],
      queryFn: () => runtime.store.read((reader) => findDuplicates(reader, runtime.scope, person)),
      gcTime: 0,
    })
  );
  const elsewhere = useOfService(person, key);
  const found = new Map([...elsewhere, ...(onPhone.data ?? [])].map((each) => [each.id, each]));
  if (exceptId !== null) found.delete(exceptId);
  return [...found.values()];
}

function useOfService(person: Described, key: string): Duplicate[] {
  const { online } = useRuntime();
  const { isOnline } = useSyncStatus();
  const canSearch = useExtension('contacts_list') && isOnline;
  const [answer, setAnswer] = useState<{ key: string; found: Duplicate[] } | null>(null);
  useEffect(() => {
    if (!canSearch) return;
    let isShown = true;
    const ask = async () => {
      const described: Described = JSON.parse(key);
      const found: Duplicate[] = [];
      for (const q of duplicateSearches(described)) {
        const result = await online.read({ endpoint: 'listContacts', query: { q, limit: mostFromService } });
        if (result.kind === 'read') found.push(...pickDuplicates(described, result.value.good));
      }
      if (isShown) setAnswer({ key, found });
    };
    // Without an answer the phone's own contacts are compared.
    const timer = setTimeout(() => void ask().catch(() => undefined), pauseMs);
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [canSearch, key, online]);
  return answer?.key === JSON.stringify(person) ? answer.found : [];
}
