// Offline: complete. The last download with unsent records on top; sums contain both and show it.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useIsFocused } from 'expo-router';
import { useMemo, useRef, useState } from 'react';
import { type TextInput, View } from 'react-native';

import { isDay } from '@/domain/day';
import { DoubledGifts } from '@/features/shared/DoubledGifts';
import { Loaded } from '@/features/shared/Loaded';
import { methodWord } from '@/features/shared/paymentMethod';
import { useRuntime } from '@/features/shared/runtime';
import { UnlinkedNote } from '@/features/shared/UnlinkedNote';
import { useBack } from '@/features/shared/useBack';
import { useLedgerPlace } from '@/features/shared/useLedgerPlace';
import { useTabTitle } from '@/features/shared/useTabTitle';
import { useI18n } from '@/i18n/I18nProvider';
import { contactQueries } from '@/queries/contacts';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { IconButton } from '@/ui/IconButton';
import { useWide } from '@/ui/layout';
import { Screen } from '@/ui/Screen';
import { SearchField } from '@/ui/SearchField';
import { useSlashKey } from '@/ui/slashKey';
import { Tag } from '@/ui/Tag';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { wholeLedger } from './address';
import { ExportDialog } from './components/ExportDialog';
import { FilterDialog } from './components/FilterDialog';
import { GroupsDialog } from './components/GroupsDialog';
import { LedgerList } from './components/LedgerList';
import { LedgerSums } from './components/LedgerSums';
import { LedgerDesk } from './desk/LedgerDesk';
import { MoneyPlaces } from './desk/MoneyPlaces';
import { toFilter, type LedgerChoice } from './filters';
import { entryOf } from './mutations';
import { ledgerQueries } from './queries';
import { useCompleteness } from './useCompleteness';
import { useLedgerView } from './useLedgerView';

type OpenDialog = 'filter' | 'export' | 'groups' | 'columns' | null;

/**
 * Every transaction on this phone and their sums. The export is for those who have all of the space: a part of it is no ledger.
 */
export function LedgerScreen() {
  const { t, format } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const wide = useWide();
  const back = useBack('/you');
  const completeness = useCompleteness();
  const place = useLedgerPlace();
  const [view, setView] = useLedgerView();
  const { choice } = view;
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  const search = useRef<TextInput>(null);
  useSlashKey(useIsFocused() && wide, () => search.current?.focus());
  const choose = (part: Partial<LedgerChoice>) => setView({ ...view, choice: { ...choice, ...part } });
  const clear = () => setView({ ...wholeLedger, order: view.order });
  const filter = useMemo(() => toFilter(choice, format.locale), [choice, format.locale]);
  const list = useInfiniteQuery(ledgerQueries.list(runtime, filter, view.order));
  const { data: onPhone } = useQuery(ledgerQueries.onPhone(runtime, filter));
  const sums = useQuery(ledgerQueries.sums(runtime, filter));
  const { data: facets } = useQuery(ledgerQueries.facets(runtime));
  const payers = choice.contactId === null ? [] : [choice.contactId];
  const { data: contacts = [] } = useQuery(contactQueries.lines(runtime, payers));

  const statuses = useMemo(
    () => new Map((facets?.statuses ?? []).map((status) => [status.id, status])),
    [facets]
  );
  const entries = useMemo(
    () => [
      ...(onPhone?.entries ?? []),
      ...(list.data?.pages ?? []).flatMap(({ lines }) => lines).map(entryOf),
    ],
    [onPhone, list.data]
  );
  const contactName = contacts[0]?.name ?? null;
  const recorders = facets?.recorders ?? [];
  const statusName = (id: number | null) => (id === null ? '' : (statuses.get(id)?.name ?? String(id)));
  const kindOf = (id: number | null) => (id === null ? undefined : statuses.get(id)?.kind);
  const recorder = recorders.find(({ id }) => id === choice.recorder);
  const chosen = useChosenWords(choice, {
    status: statusName(choice.statusId),
    contact: contactName,
    recorder: recorder?.name ?? null,
  });
  const title = place === 'ledger' ? t('ledger.title') : t(`common.places.${place}`);
  useTabTitle(title);
  const isFiltered = chosen.length > 0;
  const content = {
    entries,
    view,
    statuses,
    onEndReached: () => list.hasNextPage && void list.fetchNextPage(),
    empty: (
      <EmptyState
        icon={isFiltered ? 'filter' : 'cash'}
        title={t(isFiltered ? 'ledger.empty.noMatch' : 'ledger.empty.title')}
        text={t(isFiltered ? 'ledger.empty.noMatchText' : 'ledger.empty.text')}
      />
    ),
  };
  const summary = sums.data && (
    <LedgerSums sums={sums.data} statusName={statusName} onGroups={wide ? null : () => setDialog('groups')} />
  );

  return (
    <Screen
      title={title}
      below={completeness}
      back={wide ? undefined : back}
      body="list"
      isFullWidth={wide}
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
          {wide && <MoneyPlaces />}
          <UnlinkedNote />
          {wide && <DoubledGifts />}
          {wide && (
            <View style={styles.tools}>
              <View style={styles.search}>
                <SearchField
                  ref={search}
                  label={t('common.search')}
                  clearLabel={t('common.clear')}
                  placeholder={t('ledger.desk.search')}
                  value={choice.search}
                  onChange={(text) => choose({ search: text })}
                />
              </View>
              <Button
                kind="secondary"
                icon="list"
                label={t('ledger.desk.columns')}
                onPress={() => setDialog('columns')}
              />
              <Button kind="quiet" label={t('ledger.groups.open')} onPress={() => setDialog('groups')} />
            </View>
          )}
          {isFiltered && (
            <View style={styles.chosen}>
              {chosen.map((word) => (
                <Tag key={word} label={word} />
              ))}
              <Button kind="quiet" label={t('ledger.filter.clear')} onPress={clear} />
            </View>
          )}
          {wide && entries.length > 0 && summary}
          <FilterDialog
            open={dialog === 'filter'}
            choice={choice}
            facets={facets}
            contactName={contactName}
            onChange={choose}
            onClear={clear}
            onClose={close}
          />
          <ExportDialog
            open={dialog === 'export'}
            content={
              onPhone && sums.data ? { filter, onPhone, sums: sums.data, statusName, kindOf, chosen } : null
            }
            onClose={close}
          />
          {dialog === 'groups' && <GroupsDialog filter={filter} recorders={recorders} onClose={close} />}
        </>
      }
    >
      {/* The sums are above the rows: rendered later, they would shift the rows. */}
      <Loaded query={list} inList>
        {() => (
          <Loaded query={sums} inList>
            {() =>
              wide ? (
                <LedgerDesk
                  {...content}
                  onView={setView}
                  statusName={statusName}
                  isChoosingColumns={dialog === 'columns'}
                  onColumnsChosen={close}
                />
              ) : (
                <LedgerList {...content} sums={<>{summary}</>} />
              )
            }
          </Loaded>
        )}
      </Loaded>
    </Screen>
  );
}

type ChosenNames = { status: string; contact: string | null; recorder: string | null };

/** The active filters, a few words each. */
function useChosenWords(choice: LedgerChoice, names: ChosenNames): string[] {
  const { t, format } = useI18n();
  const { statusId, method, kind, contactId, campaign, recorder, from, until, search } = choice;
  const number = (id: number) => t('common.number', { id: String(id) });
  return [
    search.trim() !== '' && search.trim(),
    isDay(from) && t('ledger.filter.fromDay', { day: format.calendarDate(from.trim()) }),
    isDay(until) && t('ledger.filter.untilDay', { day: format.calendarDate(until.trim()) }),
    kind !== null && t(`ledger.filter.${kind}`),
    method !== null && methodWord(t, method),
    statusId !== null && (names.status || number(statusId)),
    campaign,
    recorder !== null && t('ledger.history.by', { name: names.recorder ?? number(recorder) }),
    contactId !== null && (names.contact ?? number(contactId)),
  ].filter((word): word is string => typeof word === 'string' && word !== '');
}

const useStyles = createStyles(() => ({
  tools: { flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', gap: space.m },
  search: { flexGrow: 1, flexBasis: 260, maxWidth: 560 },
  chosen: { flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', gap: space.s },
}));
