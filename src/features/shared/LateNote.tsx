import { useQuery } from '@tanstack/react-query';

import { lateQueries } from '@/queries/late';

import { CountedInNote } from './CountedInNote';
import { useRuntime } from './runtime';

/** What a record of a closed month counts in, by the id of its row. */
export function LateNote({ id }: { id: string }) {
  const { data } = useQuery(lateQueries.ofRow(useRuntime(), id));
  return data ? <CountedInNote {...data} /> : null;
}
