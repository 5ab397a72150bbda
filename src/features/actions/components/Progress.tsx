import { useQuery } from '@tanstack/react-query';
import { View } from 'react-native';

import { type ActionAggregate } from '@/contract/action';
import { actionProgress } from '@/domain/action';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { visitQueries } from '@/queries/visits';
import { Card } from '@/ui/Card';
import { ProgressRing } from '@/ui/ProgressRing';
import { Text, type TextTone } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

/**
 * The progress of the action as rings: visits, contacts, and what was declared afterwards. A mark at a door names no
 * contact and declares nothing, so that both are shown only where another program recorded them.
 */
export function Progress({ aggregate }: { aggregate: ActionAggregate }) {
  const { t } = useI18n();
  const onPhone = useQuery(visitQueries.counts(useRuntime())).data;
  const { visits, contacts, declared, goal } = actionProgress(aggregate, onPhone);
  const formGoal = aggregate.Action.goal_forms;
  return (
    <Card row>
      <Part done={visits} goal={goal} label={t('actions.progress.visits')} tone="primary" />
      {contacts > 0 && (
        <Part
          done={contacts}
          goal={formGoal !== undefined && formGoal > 0 ? formGoal : null}
          label={t('actions.progress.contacts')}
          tone="moving"
        />
      )}
      {declared > 0 && (
        <Part done={declared} goal={goal} label={t('actions.progress.declared')} tone="waiting" />
      )}
    </Card>
  );
}

interface PartProps {
  done: number;
  goal: number | null;
  label: string;
  tone: TextTone;
}

function Part({ done, goal, label, tone }: PartProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const figures =
    goal === null
      ? format.number(done)
      : t('actions.progress.ofGoal', { done: format.number(done), goal: format.number(goal) });
  return (
    <View style={styles.part}>
      {goal !== null && (
        <ProgressRing
          value={done / goal}
          text={format.percent(done / goal)}
          label={`${figures} ${label}`}
          tone={tone}
        />
      )}
      <Text variant={goal === null ? 'figure' : 'noteStrong'} align="center">
        {figures}
      </Text>
      <Text variant="note" tone="quiet" align="center">
        {label}
      </Text>
    </View>
  );
}

const useStyles = createStyles(({ fontScale }) => ({
  part: { flexGrow: 1, flexShrink: 1, flexBasis: 80 * fontScale, alignItems: 'center', gap: space.xs },
}));
