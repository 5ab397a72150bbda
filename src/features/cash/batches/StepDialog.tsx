import { useState } from 'react';

import { type BatchDetail, type BatchStepContent } from '@/contract/batch';
import { dayOf, isDay } from '@/domain/day';
import { parseAmount } from '@/domain/money';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { DayField } from '@/ui/DayField';
import { Dialog } from '@/ui/Dialog';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';

import { differenceWords } from './labels';

export type AskedStep = 'deposit' | 'reconcile' | 'reopen';

interface StepDialogProps {
  step: AskedStep;
  batch: BatchDetail;
  isBusy: boolean;
  onStep: (content: BatchStepContent) => void;
  onClose: () => void;
}

/** Asks for what a step needs: the bank's slip, the bank's amount, or the reason. */
export function StepDialog({ step, batch, isBusy, onStep, onClose }: StepDialogProps) {
  const { t, format } = useI18n();
  const { now } = useRuntime();
  const { amount = 0, currency = '' } = batch;
  const [slip, setSlip] = useState('');
  const [day, setDay] = useState(dayOf(now()));
  // Empty: somebody has to read what the bank says.
  const [bank, setBank] = useState('');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const read = parseAmount(bank, currency, format.locale);
  const difference = read.kind === 'amount' ? read.amount - amount : 0;

  const contentOf = (): BatchStepContent | null => {
    const why = reason.trim();
    if (step === 'deposit')
      return slip.trim() === '' || !isDay(day)
        ? null
        : { step, slip_number: slip.trim(), deposited_on: day.trim() };
    if (step === 'reopen') return why === '' ? null : { step, reason: why };
    if (read.kind !== 'amount' || (difference !== 0 && why === '')) return null;
    return { step, bank_amount: read.amount, ...(difference === 0 ? {} : { reason: why }) };
  };
  const submit = () => {
    setTried(true);
    const content = contentOf();
    if (content !== null) onStep(content);
  };

  const missing = (isMissing: boolean, text: string) => (isTried && isMissing ? text : undefined);
  return (
    <Dialog
      open
      title={t(`batches.${step}.title`, { number: batch.number ?? '' })}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={<Button label={t(`batches.${step}.save`)} busy={isBusy} onPress={submit} />}
    >
      <Text tone="quiet">{t(`batches.${step}.text`, { amount: format.money(amount, currency) })}</Text>
      {step === 'deposit' && (
        <>
          <TextField
            label={t('batches.deposit.slip')}
            value={slip}
            onChangeText={setSlip}
            maxLength={200}
            autoComplete="off"
            error={missing(slip.trim() === '', t('batches.deposit.slipMissing'))}
          />
          <DayField
            label={t('batches.deposit.day')}
            pickLabel={t('common.day.pick')}
            placeholder={t('common.day.placeholder')}
            value={day}
            onChange={setDay}
            error={missing(!isDay(day), t('batches.deposit.dayMissing'))}
          />
        </>
      )}
      {step === 'reconcile' && (
        <>
          <TextField
            label={t('batches.reconcile.bank')}
            value={bank}
            onChangeText={setBank}
            inputMode="decimal"
            error={missing(read.kind !== 'amount', t('batches.reconcile.notANumber'))}
          />
          {difference !== 0 && (
            <Text tone="person" aria-live="polite">
              {differenceWords({ t, format }, difference, currency)}
            </Text>
          )}
        </>
      )}
      {(step === 'reopen' || difference !== 0) && (
        <TextField
          label={t('batches.reason')}
          value={reason}
          onChangeText={setReason}
          maxLength={1_000}
          error={missing(reason.trim() === '', t('batches.reasonMissing'))}
        />
      )}
    </Dialog>
  );
}
