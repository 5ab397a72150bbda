import { type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode } from 'react';

import { type OnlineFailure } from '@/domain/online';

import { Loaded } from './Loaded';
import { NotAvailable } from './NotAvailable';

interface LoadedOnlineProps<Read> {
  query: UseQueryResult<Read | { kind: OnlineFailure }>;
  children: (read: Read) => ReactNode;
}

/** Renders what was read from the service; while it cannot be read, why, with Try again. */
export function LoadedOnline<Read extends { kind: 'read' }>({ query, children }: LoadedOnlineProps<Read>) {
  return (
    <Loaded query={query}>
      {(result) =>
        result.kind === 'read' ? (
          children(result)
        ) : (
          <NotAvailable why={result.kind} onRetry={() => void query.refetch()} />
        )
      }
    </Loaded>
  );
}
