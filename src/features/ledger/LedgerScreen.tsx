// Offline: complete. The last download with unsent records on top; sums contain both and show it.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';
import { useMemo, useState } from 'react';
import { View } from 'react-native';

import { DoubledGifts } from '@/features/shared/DoubledGifts';
import { Loaded } from '@/features/shared/Loaded';
import { methodWord } from '@/features/shared/paymentMethod';
import { useRuntime } from '@/features/shared/runtime';
import { UnlinkedNote } from '@/features/shared/UnlinkedNote';
import { useBack } from '@/features/shared/useBack';
import { useFreshness } from '@/features/shared/useFreshness';
import { useLedgerPlace } from '@/features/shared/useLedgerPlace';
import { isDay } from '@/domain/day';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { IconButton } from '@/ui/IconButton';
import { useWide } from '@/ui/layout';
import { List } from '@/ui/List';
import { Screen } from '@/ui/Screen';
import { Tag } from '@/ui/Tag';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { entryOf } from './mutations';
import { ExportDialog } from './components/ExportDialog';
import { FilterDialog } from './components/FilterDialog';
import { LedgerRow } from './components/LedgerRow';
import { LedgerSums } from './components/LedgerSums';
import { everything, toFilter, type LedgerChoice } from './filters';
import { ledgerQueries } from './queries';

type OpenDialog = 'filter' | 'export' | null;

/**
 * Every transaction on this phone and their sums. The export is for those who have all of the space: a part of it is no ledger.
 */
export function LedgerScreen() {
  const { t } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const wide = useWide();
  const back = useBack('/you');
  const freshness = useFreshness();
  const place = useLedgerPlace();
  const [choice, setChoice] = useState(everything);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const filter = useMemo(() => toFilter(choice), [choice]);
  const list = useInfiniteQuery(ledgerQueries.list(runtime, filter));
  const { data: onPhone } = useQuery(ledgerQueries.onPhone(runtime, filter));
  const sums = useQuery(ledgerQueries.sums(runtime, filter));
  const { data: facets } = useQuery(ledgerQueries.facets(runtime));

  const statuses = useMemo(
    () => new Map((facets?.statuses ?? []).map((status) => [status.id, status])),
    [facets]
  );
  const entries = useMemo(
    () => [...(onPhone?.entries ?? []), ...(list.data?.pages ?? []).flat().map(entryOf)],
    [onPhone, list.data]
  );
  const chosen = useChosenWords(choice, statuses);
  const statusName = (id: number | null) => (id === null ? '' : (statuses.get(id)?.name ?? String(id)));

  return (
    <Screen
      title={place === 'ledger' ? t('ledger.title') : t(`common.places.${place}`)}
      below={freshness}
      back={wide ? undefined : back}
      body="list"
      trailing={
        <>
          <IconButton icon="filter" label={t('ledger.filter.open')} onPress={() => setDialog('filter')} />
          {place === 'ledger' && (
            <IconButton
              icon="share"
              label={t('ledger.export.open')}
              disabled={entries.length === 0}
              onPress={() => setDialog('export')}
            />
          )}
        </>
      }
      fixed={
        <>
          <UnlinkedNote />
          {chosen.length > 0 && (
            <View style={styles.chosen}>
              {chosen.map((word) => (
                <Tag key={word} label={word} />
              ))}
              <Button kind="quiet" label={t('ledger.filter.clear')} onPress={() => setChoice(everything)} />
            </View>
          )}
          <FilterDialog
            open={dialog === 'filter'}
            choice={choice}
            facets={facets}
            onChange={(part) => setChoice((before) => ({ ...before, ...part }))}
            onClear={() => setChoice(everything)}
            onClose={() => setDialog(null)}
          />
          <ExportDialog
            open={dialog === 'export'}
            content={onPhone && sums.data ? { filter, onPhone, sums: sums.data, statusName, chosen } : null}
            onClose={() => setDialog(null)}
          />
        </>
      }
    >
      {/* The sums are above the rows: rendered later, they would shift the rows. */}
      <Loaded query={list} inList>
        {() => (
          <Loaded query={sums} inList>
            {(shownSums) => (
              <List
                resetKey={JSON.stringify(filter)}
                items={entries}
                keyExtractor={({ key }) => key}
                extraData={statuses}
                onEndReached={() => list.hasNextPage && void list.fetchNextPage()}
                header={
                  <View style={styles.header}>
                    <DoubledGifts />
                    {entries.length > 0 && <LedgerSums sums={shownSums} statusName={statusName} />}
                  </View>
                }
                renderItem={(entry) => (
                  <LedgerRow
                    entry={entry}
                    status={entry.statusId === null ? undefined : statuses.get(entry.statusId)}
                    onPress={() => router.push({ pathname: '/ledger/[id]', params: { id: entry.bundle } })}
                  />
                )}
                empty={
                  <EmptyState
                    icon={chosen.length > 0 ? 'filter' : 'cash'}
                    title={t(chosen.length > 0 ? 'ledger.empty.noMatch' : 'ledger.empty.title')}
                    text={t(chosen.length > 0 ? 'ledger.empty.noMatchText' : 'ledger.empty.text')}
                  />
                }
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Screen>
  );
}

/** The active filters, a few words each. */
function useChosenWords(choice: LedgerChoice, statuses: ReadonlyMap<number, { name?: string }>): string[] {
  const { t, format } = useI18n();
  const { statusId, method, kind, contact, campaign, from, until } = choice;
  return [
    isDay(from) && t('ledger.filter.fromDay', { day: format.calendarDate(from.trim()) }),
    isDay(until) && t('ledger.filter.untilDay', { day: format.calendarDate(until.trim()) }),
    kind !== null && t(`ledger.filter.${kind}`),
    method !== null && methodWord(t, method),
    statusId !== null && (statuses.get(statusId)?.name ?? t('common.number', { id: String(statusId) })),
    campaign,
    contact?.name,
  ].filter((word): word is string => typeof word === 'string' && word !== '');
}

const useStyles = createStyles(() => ({
  header: { gap: space.m },
  chosen: { flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', gap: space.s },
}));
