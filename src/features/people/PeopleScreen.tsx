// Offline: complete. The people of the last download; an unsent change is marked next to the name.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';
import { useDeferredValue, useMemo, useState } from 'react';
import { View } from 'react-native';

import { type UserLine } from '@/db/users';
import { PendingPill } from '@/features/shared/PendingNote';
import { Loaded } from '@/features/shared/Loaded';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useFreshness } from '@/features/shared/useFreshness';
import { useExtension } from '@/features/shared/useExtension';
import { usePermissions } from '@/features/shared/usePermissions';
import { useIsChosen } from '@/features/shared/useIsChosen';
import { useShareFile } from '@/features/shared/useShare';
import { useI18n } from '@/i18n/I18nProvider';
import { peopleQueries, type PeopleFilter } from '@/queries/people';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { CheckboxRow } from '@/ui/CheckboxRow';
import { EmptyState } from '@/ui/EmptyState';
import { IconButton } from '@/ui/IconButton';
import { useWide } from '@/ui/layout';
import { List } from '@/ui/List';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';
import { SearchField } from '@/ui/SearchField';
import { Tag } from '@/ui/Tag';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { AwayPeople } from './components/AwayPeople';
import { BulkBar } from './components/BulkBar';
import { FilterDialog, type Who } from './components/FilterDialog';
import { peopleCsv } from './peopleFile';

const everyone: PeopleFilter = { words: '', roleId: null, team: null, descending: false };
const changing = [{ state: 'queued' as const }];

/** Everyone in the space. */
export function PeopleScreen() {
  const { t, format } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const shareFile = useShareFile();
  const wide = useWide();
  const freshness = useFreshness();
  const { canInvite } = usePermissions();
  const back = useBack('/you');
  const [filter, setFilter] = useState(everyone);
  const [who, setWho] = useState<Who>('members');
  const hasMembership = useExtension('membership');
  const [isFiltering, setFiltering] = useState(false);
  const words = useDeferredValue(filter.words);
  const query = useInfiniteQuery(peopleQueries.list(runtime, { ...filter, words }));
  const { data: facets } = useQuery(peopleQueries.facets(runtime));
  const { data: all = [] } = useQuery(peopleQueries.all(runtime, { ...filter, words }));
  /** The ids of chosen people; null while none are being chosen. */
  const [picked, setPicked] = useState<ReadonlySet<number> | null>(null);
  // A team that is not sent yet has no number to refer to.
  const sentTeams = (facets?.teams ?? []).filter(({ id }) => id !== null);
  const pick = (id: number) =>
    setPicked((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const share = () =>
    shareFile({
      name: 'people.csv',
      type: 'text/csv',
      text: peopleCsv(all, facets?.teams ?? [], { t, locale: format.locale }),
    });

  const change = (part: Partial<PeopleFilter>) => setFilter((before) => ({ ...before, ...part }));
  const role = facets?.roles.find(({ id }) => id === filter.roleId);
  const team = facets?.teams.find(({ entity }) => entity === filter.team);
  const chosen = [
    who !== 'members' && t(`people.filter.who.${who}`),
    filter.roleId !== null && (role?.name ?? t('common.unnamed')),
    filter.team !== null && (team?.team.name ?? t('common.unnamed')),
    filter.descending && t('people.filter.descending'),
  ].filter((word) => word !== false);

  return (
    <Screen
      title={t('people.title')}
      // The list of the others is fetched each time.
      below={who === 'members' ? `${t('home.team.people', { count: all.length })} · ${freshness}` : undefined}
      back={wide ? undefined : back}
      body="list"
      trailing={
        <>
          <IconButton icon="filter" label={t('people.filter.open')} onPress={() => setFiltering(true)} />
          {canInvite && who === 'members' && (
            <>
              <IconButton icon="download" label={t('people.bulk.csv')} onPress={() => void share()} />
              <IconButton
                icon="check"
                label={t('people.bulk.choose')}
                onPress={() => setPicked(picked === null ? new Set() : null)}
              />
            </>
          )}
          {canInvite && (
            <Button
              kind="secondary"
              icon="plus"
              label={t('people.invite')}
              onPress={() => router.push('/people/invite')}
            />
          )}
        </>
      }
      fixed={
        <>
          <SearchField
            label={t('common.search')}
            clearLabel={t('common.clear')}
            placeholder={t('people.searchPlaceholder')}
            value={filter.words}
            onChange={(typed) => change({ words: typed })}
          />
          {chosen.length > 0 && (
            <View style={styles.chosen}>
              {chosen.map((word) => (
                <Tag key={word} label={word} />
              ))}
              <Button
                kind="quiet"
                label={t('people.filter.clear')}
                onPress={() => {
                  setWho('members');
                  setFilter({ ...everyone, words: filter.words });
                }}
              />
            </View>
          )}
          {picked !== null && who === 'members' && (
            <BulkBar
              chosen={all.filter(({ id }) => picked.has(id))}
              roles={facets?.roles ?? []}
              teams={sentTeams}
              onAll={() => setPicked(new Set(all.map(({ id }) => id)))}
              onDone={() => setPicked(null)}
            />
          )}
          <FilterDialog
            open={isFiltering}
            filter={filter}
            who={canInvite && hasMembership ? who : null}
            onWho={setWho}
            roles={facets?.roles ?? []}
            teams={facets?.teams ?? []}
            onChange={change}
            onClose={() => setFiltering(false)}
          />
        </>
      }
    >
      {who === 'members' ? (
        <Loaded query={query} inList>
          {({ pages }) => (
            <Found
              of={JSON.stringify(filter)}
              pages={pages}
              changed={facets?.changed}
              picked={picked}
              onPick={pick}
              isComplete={filter.words === '' && chosen.length === 0}
              onEnd={() => query.hasNextPage && void query.fetchNextPage()}
            />
          )}
        </Loaded>
      ) : (
        <AwayPeople state={who} words={words} />
      )}
    </Screen>
  );
}

interface FoundProps {
  of: string;
  pages: readonly UserLine[][];
  changed: ReadonlySet<number> | undefined;
  picked: ReadonlySet<number> | null;
  onPick: (id: number) => void;
  /** No search and no filters: an empty list is an empty space. */
  isComplete: boolean;
  onEnd: () => void;
}

function Found({ of, pages, changed, picked, onPick, isComplete, onEnd }: FoundProps) {
  const { t } = useI18n();
  const lines = useMemo(() => pages.flat(), [pages]);
  return (
    <List
      resetKey={of}
      items={lines}
      keyExtractor={(line) => String(line.id)}
      extraData={[changed, picked]}
      onEndReached={onEnd}
      renderItem={(line) =>
        picked === null ? (
          <PersonRow line={line} isChanging={changed?.has(line.id) === true} />
        ) : (
          <CheckboxRow
            label={line.name || t('common.unnamed')}
            hint={[line.roleName, line.town].filter(Boolean).join(' · ') || undefined}
            checked={picked.has(line.id)}
            onChange={() => onPick(line.id)}
          />
        )
      }
      empty={
        <EmptyState
          icon={isComplete ? 'people' : 'search'}
          title={t(isComplete ? 'people.empty.title' : 'people.empty.noMatch')}
          text={t(isComplete ? 'people.empty.text' : 'people.empty.noMatchText')}
        />
      }
    />
  );
}

function PersonRow({ line, isChanging }: { line: UserLine; isChanging: boolean }) {
  const { t } = useI18n();
  const { scope } = useRuntime();
  const isChosen = useIsChosen(`/people/${line.id}`);
  return (
    <ListRow
      leading={<Avatar name={line.name} />}
      title={line.name || t('common.unnamed')}
      detail={[line.id === scope.userId && t('people.you'), line.roleName, line.town]
        .filter(Boolean)
        .join(' · ')}
      selected={isChosen}
      trailing={isChanging ? <PendingPill rows={changing} /> : undefined}
      onPress={() => router.push({ pathname: '/people/[id]', params: { id: line.id } })}
    />
  );
}

const useStyles = createStyles(() => ({
  chosen: { flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', gap: space.s },
}));
