// Offline: complete. Unsent teams and changes are shown and marked.
import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';
import { useMemo, useState } from 'react';

import { Loaded } from '@/features/shared/Loaded';
import { usePermissions } from '@/features/shared/usePermissions';
import { useRuntime, useSyncStatus } from '@/features/shared/runtime';
import { useFreshness } from '@/features/shared/useFreshness';
import { useI18n } from '@/i18n/I18nProvider';
import { teamQueries } from '@/queries/teams';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { IconButton } from '@/ui/IconButton';
import { List } from '@/ui/List';
import { Screen } from '@/ui/Screen';
import { SearchField } from '@/ui/SearchField';
import { SectionHeader } from '@/ui/SectionHeader';

import {
  arrangeTeams,
  indexPeople,
  searchTeams,
  type PersonInTeams,
  type TeamLine,
  type TeamSources,
} from './arrange';
import { PersonRow } from './components/PersonRow';
import { TeamRow } from './components/TeamRow';

type GroupTitle = TeamLine['group'] | 'people' | 'teams';
type Row =
  | { kind: 'group'; name: GroupTitle }
  | { kind: 'team'; line: TeamLine }
  | { kind: 'person'; found: PersonInTeams };

const newTeam = () => router.push('/teams/new');

/** Every team, those that I lead first; one field finds any team and any person in any team. */
export function TeamsScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const freshness = useFreshness();
  const { canCreateTeams } = usePermissions();
  const [typed, setTyped] = useState('');
  const query = useQuery(teamQueries.list(runtime));
  return (
    <Screen
      title={t('teams.title')}
      below={freshness}
      trailing={canCreateTeams && <IconButton icon="plus" label={t('teams.new')} onPress={newTeam} />}
      body="list"
      fixed={
        <SearchField
          label={t('common.search')}
          clearLabel={t('common.clear')}
          placeholder={t('teams.searchPlaceholder')}
          value={typed}
          onChange={setTyped}
        />
      }
    >
      <Loaded query={query} inList>
        {(sources) => <Found sources={sources} typed={typed} />}
      </Loaded>
    </Screen>
  );
}

function Found({ sources, typed }: { sources: TeamSources; typed: string }) {
  const { t } = useI18n();
  const { lastPulledAt } = useSyncStatus();
  const { canCreateTeams } = usePermissions();
  const lines = useMemo(() => arrangeTeams(sources), [sources]);
  const people = useMemo(() => indexPeople(lines), [lines]);
  const rows = useMemo(
    () => (typed.trim() === '' ? byGroup(lines) : bySearch(searchTeams(lines, people, typed))),
    [lines, people, typed]
  );
  return (
    <List
      resetKey={typed}
      items={rows}
      keyExtractor={keyOf}
      getItemType={(row) => row.kind}
      renderItem={(row) => {
        switch (row.kind) {
          case 'group':
            return <SectionHeader title={t(`teams.groups.${row.name}`)} />;
          case 'team':
            return <TeamRow line={row.line} />;
          case 'person':
            return <PersonRow found={row.found} isMe={row.found.person.id === sources.viewer.userId} />;
        }
      }}
      empty={
        typed.trim() === '' ? (
          <EmptyState
            icon="people"
            title={t('teams.empty.title')}
            text={t(lastPulledAt === null ? 'teams.empty.text' : 'common.noneYet')}
            action={
              canCreateTeams && (
                <Button kind="secondary" icon="plus" label={t('teams.new')} onPress={newTeam} />
              )
            }
          />
        ) : (
          <EmptyState icon="search" title={t('teams.empty.noMatch')} text={t('teams.empty.noMatchText')} />
        )
      }
    />
  );
}

function keyOf(row: Row): string {
  if (row.kind === 'group') return `group ${row.name}`;
  return row.kind === 'team' ? `team ${row.line.group} ${row.line.id}` : `person ${row.found.person.id}`;
}

function byGroup(lines: readonly TeamLine[]): Row[] {
  return lines.flatMap((line, place): Row[] => [
    ...(lines[place - 1]?.group === line.group ? [] : [{ kind: 'group' as const, name: line.group }]),
    { kind: 'team', line },
  ]);
}

function bySearch({ teams, people }: ReturnType<typeof searchTeams>): Row[] {
  return [
    ...titled(
      'teams',
      teams.map((line): Row => ({ kind: 'team', line }))
    ),
    ...titled(
      'people',
      people.map((found): Row => ({ kind: 'person', found }))
    ),
  ];
}

function titled(name: GroupTitle, rows: Row[]): Row[] {
  return rows.length === 0 ? [] : [{ kind: 'group', name }, ...rows];
}
