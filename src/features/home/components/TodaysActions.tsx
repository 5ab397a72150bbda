import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';

import { actionsOfToday, nextAction } from '@/domain/action';
import { ActionCard } from '@/features/shared/ActionCard';
import { Loaded } from '@/features/shared/Loaded';
import { useRuntime, useSyncStatus } from '@/features/shared/runtime';
import { useCanPlan } from '@/features/shared/useCanPlan';
import { useI18n } from '@/i18n/I18nProvider';
import { actionQueries } from '@/queries/actions';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Text } from '@/ui/Text';

import { SetupChecklist } from './SetupChecklist';

/** Today's actions; without any, the next one. */
export function TodaysActions() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { lastPulledAt } = useSyncStatus();
  const query = useQuery(actionQueries.list(runtime));
  const canPlan = useCanPlan();
  const now = runtime.now();
  const viewer = { userId: runtime.scope.userId, now };
  return (
    <Loaded query={query} rows={1}>
      {(aggregates) => {
        const today = actionsOfToday(aggregates, viewer);
        if (aggregates.length === 0 && canPlan && lastPulledAt !== null) return <SetupChecklist />;
        const next = today.length === 0 ? nextAction(aggregates, viewer) : null;
        const shown = next === null ? today : [next];
        return (
          <>
            {/* Before the first download is complete, today's actions are unknown. */}
            {today.length === 0 && (next !== null || lastPulledAt !== null) && (
              <Card onPress={() => router.navigate('/actions')}>
                <Text variant="strong">{t('home.noActions')}</Text>
                <Text variant="note" tone="quiet">
                  {t(next === null ? 'home.nothingAhead' : 'home.noActionsText')}
                </Text>
              </Card>
            )}
            {shown.length === 0 && lastPulledAt !== null && canPlan && (
              <Button
                kind="secondary"
                icon="plus"
                label={t('actions.plan')}
                onPress={() => router.push('/actions/new')}
              />
            )}
            {shown.map((aggregate) => (
              <ActionCard
                key={aggregate.Action.id}
                aggregate={aggregate}
                now={now}
                onPress={() =>
                  router.push({ pathname: '/actions/[id]', params: { id: aggregate.Action.id } })
                }
              />
            ))}
          </>
        );
      }}
    </Loaded>
  );
}
