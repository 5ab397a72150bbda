// Offline: complete. The list is the last download; the time at the top is its date.
import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';
import { useMemo, useState } from 'react';
import { View } from 'react-native';

import { type ActionAggregate } from '@/contract/action';
import { groupActions, type ActionGroupName } from '@/domain/action';
import { ActionCard } from '@/features/shared/ActionCard';
import { Loaded } from '@/features/shared/Loaded';
import { useRuntime, useSyncStatus } from '@/features/shared/runtime';
import { useCanPlan } from '@/features/shared/useCanPlan';
import { useFreshness } from '@/features/shared/useFreshness';
import { useI18n } from '@/i18n/I18nProvider';
import { actionQueries } from '@/queries/actions';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { IconButton } from '@/ui/IconButton';
import { List } from '@/ui/List';
import { Screen } from '@/ui/Screen';
import { SearchField } from '@/ui/SearchField';
import { SectionHeader } from '@/ui/SectionHeader';
import { space } from '@/ui/tokens';

import { searchActions } from './search';

type Row = { kind: 'group'; name: ActionGroupName } | { kind: 'action'; aggregate: ActionAggregate };

const planAction = () => router.push('/actions/new');

/** Every action of the space: mine first, then running, coming up and over. */
export function ActionsScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const freshness = useFreshness();
  const [typed, setTyped] = useState('');
  const query = useQuery(actionQueries.list(runtime));
  const canPlan = useCanPlan();
  return (
    <Screen
      title={t('actions.title')}
      below={freshness}
      trailing={canPlan && <IconButton icon="plus" label={t('actions.plan')} onPress={planAction} />}
      body="list"
      fixed={
        <SearchField
          label={t('common.search')}
          clearLabel={t('common.clear')}
          placeholder={t('actions.searchPlaceholder')}
          value={typed}
          onChange={setTyped}
        />
      }
    >
      <Loaded query={query} inList>
        {(aggregates) => <Found aggregates={aggregates} typed={typed} />}
      </Loaded>
    </Screen>
  );
}

function Found({ aggregates, typed }: { aggregates: readonly ActionAggregate[]; typed: string }) {
  const { t } = useI18n();
  const { lastPulledAt } = useSyncStatus();
  const { scope, now } = useRuntime();
  const canPlan = useCanPlan();
  // Minutes are exact enough for what is running.
  const time = Math.floor(now() / 60_000) * 60_000;
  const rows = useMemo(() => {
    const groups = groupActions(searchActions(aggregates, typed), { userId: scope.userId, now: time });
    return groups.flatMap(({ name, actions }): Row[] => [
      { kind: 'group', name },
      ...actions.map((aggregate): Row => ({ kind: 'action', aggregate })),
    ]);
  }, [aggregates, typed, scope.userId, time]);

  return (
    <List
      resetKey={typed}
      items={rows}
      keyExtractor={(row) => (row.kind === 'group' ? row.name : String(row.aggregate.Action.id))}
      getItemType={(row) => row.kind}
      renderItem={(row) =>
        row.kind === 'group' ? (
          <SectionHeader title={t(`actions.groups.${row.name}`)} />
        ) : (
          <View style={{ paddingVertical: space.xs + 2 }}>
            <ActionCard
              aggregate={row.aggregate}
              now={time}
              onPress={() =>
                router.push({ pathname: '/actions/[id]', params: { id: row.aggregate.Action.id } })
              }
            />
          </View>
        )
      }
      empty={
        typed.trim() === '' ? (
          <EmptyState
            icon="flag"
            title={t('actions.empty.title')}
            text={t(lastPulledAt === null ? 'actions.empty.text' : 'common.noneYet')}
            action={canPlan && <Button icon="plus" label={t('actions.plan')} onPress={planAction} />}
          />
        ) : (
          <EmptyState
            icon="search"
            title={t('actions.empty.noMatch')}
            text={t('actions.empty.noMatchText')}
          />
        )
      }
    />
  );
}
