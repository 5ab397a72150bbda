// Offline: a message. The log is fetched from the service each time and not stored on the phone.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { router, useIsFocused, useLocalSearchParams } from 'expo-router';
import { useState } from 'react';
import { View } from 'react-native';

import { AUDIT_KINDS, type AuditEntry } from '@/contract/audit';
import { factsKey, type RecordFacts } from '@/db/recordFacts';
import { isDay } from '@/domain/day';
import { AdminsOnly } from '@/features/shared/AdminsOnly';
import { NotAvailable } from '@/features/shared/NotAvailable';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Column } from '@/ui/Column';
import { EmptyState } from '@/ui/EmptyState';
import { IconButton } from '@/ui/IconButton';
import { List } from '@/ui/List';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';
import { Skeleton } from '@/ui/Skeleton';
import { Tag } from '@/ui/Tag';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { useToast } from '@/ui/Toast';
import { space } from '@/ui/tokens';

import { FilterDialog } from './components/FilterDialog';
import { actorWords, changeWords, eventWord, kindWord, screenOf } from './describe';
import { shareAudit } from './mutations';
import { auditQueries, everything, NotFetched, recordIdsOf, type AuditChoice } from './queries';

/** Who changed what, for admins. */
export function AuditScreen() {
  const { t } = useI18n();
  const back = useBack('/settings');
  return (
    <AdminsOnly title={t('audit.title')} forbiddenText={t('audit.forbiddenText')} back={back}>
      <AuditLog back={back} />
    </AdminsOnly>
  );
}

function AuditLog({ back }: { back: ReturnType<typeof useBack> }) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const toast = useToast();
  // The kind is in the address: a link may show one only, also of a log that is open in its tab.
  const { kind: param } = useLocalSearchParams<{ kind?: string }>();
  const [others, setOthers] = useState(everything);
  const choice = { ...others, kind: AUDIT_KINDS.find((known) => known === param) ?? null };
  const choose = (part: Partial<AuditChoice>) => {
    if (part.kind !== undefined) router.setParams({ kind: part.kind ?? undefined });
    setOthers((before) => ({ ...before, ...part }));
  };
  const [isFiltering, setFiltering] = useState(false);
  const [isExporting, setExporting] = useState(false);
  const query = useInfiniteQuery({
    ...auditQueries.list(runtime, choice),
    retry: false,
    staleTime: 0,
    // A tab stays mounted: the log is fetched again each time it is in front.
    enabled: useIsFocused(),
  });
  const entries = query.data?.pages.flatMap(({ good }) => good) ?? [];
  const { data: facts } = useQuery(auditQueries.records(runtime, recordIdsOf(entries)));
  const chosen = chosenWords({ t, format }, choice);

  const share = async () => {
    setExporting(true);
    const result = await shareAudit(runtime, choice, { t, format });
    setExporting(false);
    if (result === 'shared' || result === 'cancelled') return;
    const why =
      result === 'failed' || result === 'refused' ? t('audit.notExported') : t(`common.online.${result}`);
    toast({ tone: 'person', icon: 'warning', title: why });
  };

  return (
    <Screen
      title={t('audit.title')}
      back={back}
      body="list"
      trailing={
        <>
          <IconButton icon="filter" label={t('audit.filter.open')} onPress={() => setFiltering(true)} />
          <Button
            kind="secondary"
            icon="download"
            label={t('audit.export')}
            busy={isExporting}
            onPress={() => void share()}
          />
        </>
      }
      fixed={
        <>
          {chosen.length > 0 && (
            <View style={styles.chosen}>
              {chosen.map((word) => (
                <Tag key={word} label={word} />
              ))}
              <Button kind="quiet" label={t('audit.filter.clear')} onPress={() => choose(everything)} />
            </View>
          )}
          {isFiltering && (
            <FilterDialog choice={choice} onChange={choose} onClose={() => setFiltering(false)} />
          )}
        </>
      }
    >
      {query.data !== undefined ? (
        <List
          resetKey={JSON.stringify(choice)}
          items={entries}
          extraData={facts}
          keyExtractor={({ id }) => String(id)}
          onEndReached={() => query.hasNextPage && !query.isFetchingNextPage && void query.fetchNextPage()}
          header={<Text tone="quiet">{t('audit.text')}</Text>}
          renderItem={(entry) => (
            <EntryRow
              entry={entry}
              facts={facts?.get(factsKey(entry.record_kind ?? '', entry.record_id ?? 0))}
            />
          )}
          empty={
            <EmptyState
              icon={chosen.length === 0 ? 'list' : 'search'}
              title={t(chosen.length === 0 ? 'audit.empty.title' : 'audit.empty.noMatch')}
              text={t(chosen.length === 0 ? 'audit.empty.text' : 'audit.empty.noMatchText')}
            />
          }
        />
      ) : query.isPending ? (
        <Column>
          <Skeleton label={t('common.loading')} />
        </Column>
      ) : (
        <NotAvailable
          why={query.error instanceof NotFetched ? query.error.why : 'not_now'}
          onRetry={() => void query.refetch()}
        />
      )}
    </Screen>
  );
}

function EntryRow({ entry, facts }: { entry: AuditEntry; facts: RecordFacts | undefined }) {
  const { t, format } = useI18n();
  const { now } = useRuntime();
  const screen = screenOf(entry);
  return (
    <ListRow
      {...(screen === null ? {} : { onPress: () => router.push(screen) })}
      title={eventWord(t, entry)}
      detail={[...changeWords(t, format, entry, facts), ...actorWords(t, entry)].join(' · ')}
      value={entry.at && format.since(entry.at, now())}
    />
  );
}

function chosenWords(
  { t, format }: ReturnType<typeof useI18n>,
  { kind, person, from, until }: AuditChoice
): string[] {
  return [
    ...(kind === null ? [] : [kindWord(t, kind)]),
    ...(person === null ? [] : [person.name]),
    ...(isDay(from) ? [t('ledger.filter.fromDay', { day: format.calendarDate(from) })] : []),
    ...(isDay(until) ? [t('ledger.filter.untilDay', { day: format.calendarDate(until) })] : []),
  ];
}

const useStyles = createStyles(() => ({
  chosen: { flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', gap: space.s },
}));
