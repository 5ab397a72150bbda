import { useQuery } from '@tanstack/react-query';

import { type ActionAggregate } from '@/contract/action';
import { actionProgress, actionTime } from '@/domain/action';
import { useI18n } from '@/i18n/I18nProvider';
import { visitQueries } from '@/queries/visits';
import { Card } from '@/ui/Card';
import { ProgressRing } from '@/ui/ProgressRing';
import { Text } from '@/ui/Text';
import { RowText } from '@/ui/RowText';

import { useRuntime } from './runtime';

interface ActionCardProps {
  aggregate: ActionAggregate;
  now: number;
  onPress: () => void;
}

/** An action in short: its progress as a ring, its time, its people. */
export function ActionCard({ aggregate, now, onPress }: ActionCardProps) {
  const { t, format } = useI18n();
  const { Action: action } = aggregate;
  const { visits, contacts, goal } = actionProgress(
    aggregate,
    useQuery(visitQueries.counts(useRuntime())).data
  );
  const visited =
    goal === null
      ? t('actions.visits', { count: visits, number: format.number(visits) })
      : t('actions.visitsOfGoal', { done: format.number(visits), goal: format.number(goal) });
  const teams = action.Teams?.length ?? 0;
  const when = useWhen(action, now);
  return (
    <Card row onPress={onPress}>
      {goal !== null && (
        <ProgressRing value={visits / goal} text={format.percent(visits / goal)} label={visited} />
      )}
      <RowText>
        <Text variant="section">{action.name ?? t('common.unnamed')}</Text>
        <Text variant="note" tone="quiet">
          {[when, teams > 0 && t('actions.teams', { count: teams })].filter(Boolean).join(' · ')}
        </Text>
        <Text variant="note" tone="quiet">
          {[
            visited,
            contacts > 0 && t('actions.contacts', { count: contacts, number: format.number(contacts) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </RowText>
    </Card>
  );
}

/** For a running action when it ends, for any other when it is. */
function useWhen({ start, end }: ActionAggregate['Action'], now: number): string {
  const { t, format } = useI18n();
  if (actionTime({ start, end }, now) === 'running')
    return end === undefined ? '' : t('actions.until', { time: format.since(end, now) });
  if (start !== undefined && end !== undefined) return format.range(start, end);
  if (start !== undefined) return t('actions.from', { time: format.since(start, now) });
  return end === undefined ? '' : t('actions.until', { time: format.since(end, now) });
}
