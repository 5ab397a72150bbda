import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { type MonthDetail, type MonthStepContent } from '@/contract/month';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';

import { monthName, monthTotals } from './labels';
import { monthQueries } from './queries';

interface StepDialogProps {
  step: MonthStepContent['step'];
  month: MonthDetail;
  isBusy: boolean;
  onStep: (content: MonthStepContent) => void;
  onClose: () => void;
}

/** Says what closing or reopening does, and asks for the reason of reopening. */
export function StepDialog({ step, month, isBusy, onStep, onClose }: StepDialogProps) {
  const { t, format } = useI18n();
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const earlier = useEarlierOpen(month);
  const why = reason.trim();
  const submit = () => {
    setTried(true);
    if (step === 'close') onStep({ step });
    else if (why !== '') onStep({ step, reason: why });
  };
  return (
    <Dialog
      open
      title={t(`months.${step}.title`, { month: monthName(format, month.month) })}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={<Button label={t(`months.${step}.save`)} busy={isBusy} onPress={submit} />}
    >
      <Text tone="quiet">
        {t(`months.${step}.text`, { amount: monthTotals(format, month.sums) || t('months.nothing') })}
      </Text>
      {step === 'close' && earlier > 0 && (
        <Banner
          tone="waiting"
          icon="warning"
          title={t('months.earlier', { count: earlier, number: format.number(earlier) })}
          text={t('months.earlierText')}
        />
      )}
      {step === 'reopen' && (
        <TextField
          label={t('batches.reason')}
          value={reason}
          onChangeText={setReason}
          maxLength={1_000}
          error={isTried && why === '' ? t('batches.reasonMissing') : undefined}
        />
      )}
    </Dialog>
  );
}

/** How many earlier months with money are open: the first month that a space closes closes them too. */
function useEarlierOpen({ month = '' }: MonthDetail): number {
  const { data } = useQuery(monthQueries.list(useRuntime()));
  const months = data?.kind === 'read' ? data.value.good : [];
  return months.filter(
    (each) => each.state === 'open' && (each.month ?? month) < month && (each.sums ?? []).length > 0
  ).length;
}
