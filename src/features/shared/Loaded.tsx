import { type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode } from 'react';

import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Column } from '@/ui/Column';
import { EmptyState } from '@/ui/EmptyState';
import { Skeleton } from '@/ui/Skeleton';

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** How many lines the shape of what comes has. */
  rows?: number;
  /** What comes is a list that scrolls by itself: its shape keeps the margins that the list will have. */
  inList?: boolean;
  children: (data: T) => ReactNode;
}

/** What was read from the phone; until then its shape, and if reading fails, that and a way to try again. */
export function Loaded<T>({ query, rows, inList = false, children }: LoadedProps<T>) {
  const { t } = useI18n();
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) {
    const shape = <Skeleton label={t('common.loading')} rows={rows} />;
    return inList ? <Column>{shape}</Column> : shape;
  }
  return (
    <EmptyState
      icon="warning"
      title={t('common.failure.title')}
      text={t('common.failure.text')}
      action={<Button kind="secondary" label={t('common.tryAgain')} onPress={() => void query.refetch()} />}
    />
  );
}
