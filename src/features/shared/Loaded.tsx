import { type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode } from 'react';

import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Column } from '@/ui/Column';
import { EmptyState } from '@/ui/EmptyState';
import { Skeleton } from '@/ui/Skeleton';

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** How many rows the skeleton has. */
  rows?: number;
  /** The content is a list with its own scrolling: the skeleton has the margins of the list. */
  inList?: boolean;
  children: (data: T) => ReactNode;
}

/** Renders the data of a query; a skeleton until then, and a failure with Try again. */
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
