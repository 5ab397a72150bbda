// Offline: the signature is checked on this device. Only the question whether the record has arrived needs a signal.
import { useEffect, useMemo, useState } from 'react';

import { type ReadReceipt, readReceipt } from '@/domain/receipt';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Facts } from '@/ui/Facts';
import { Screen } from '@/ui/Screen';
import { Skeleton } from '@/ui/Skeleton';

import { receiptLines } from './words';

export type Arrival = 'arrived' | 'notArrived' | 'failed';

interface CheckScreenProps {
  code: string;
  isSigned: (receipt: ReadReceipt) => Promise<boolean>;
  /** Sends book, number and signature to the service: only after a press. */
  ask: (receipt: ReadReceipt) => Promise<Arrival>;
}

/** Checks a receipt in the browser of whoever holds it, without signing in and without sending anything. */
export function CheckScreen({ code, isSigned, ask }: CheckScreenProps) {
  const { t } = useI18n();
  const receipt = useMemo(() => readReceipt(code), [code]);
  return (
    <Screen title={t('receipts.title')}>
      {receipt === null ? (
        <EmptyState icon="warning" title={t('receipts.wrong')} text={t('receipts.wrongText')} />
      ) : (
        <Checked key={code} receipt={receipt} isSigned={isSigned} ask={ask} />
      )}
    </Screen>
  );
}

interface CheckedProps extends Omit<CheckScreenProps, 'code'> {
  receipt: ReadReceipt;
}

function Checked({ receipt, isSigned, ask }: CheckedProps) {
  const words = useI18n();
  const { t } = words;
  const [check, setCheck] = useState<'checking' | 'good' | 'altered' | 'unchecked'>('checking');
  const [arrival, setArrival] = useState<Arrival | 'asking' | null>(null);
  useEffect(() => {
    isSigned(receipt).then(
      (isGood) => setCheck(isGood ? 'good' : 'altered'),
      () => setCheck('unchecked')
    );
  }, [receipt, isSigned]);
  if (check === 'checking') return <Skeleton label={t('common.loading')} rows={3} />;
  const isGood = check === 'good';
  const { organisation } = receipt.facts;
  return (
    <>
      <Banner
        live
        tone={isGood ? 'done' : 'person'}
        icon={isGood ? 'check' : 'warning'}
        title={t(`receipts.check.${check}`)}
        text={t(`receipts.check.${check}Text`)}
      />
      <Facts
        facts={[
          [t('receipts.line.organisation'), organisation === '' ? null : organisation],
          ...receiptLines(receipt.facts, words),
        ]}
      />
      {arrival !== null && arrival !== 'asking' && (
        <Banner
          live
          tone={arrival === 'arrived' ? 'done' : 'waiting'}
          icon={arrival === 'arrived' ? 'check' : 'clock'}
          title={t(`receipts.check.${arrival}`)}
          text={t(`receipts.check.${arrival}Text`)}
        />
      )}
      {isGood && arrival !== 'arrived' && (
        <Button
          kind="secondary"
          label={t('receipts.check.ask')}
          busy={arrival === 'asking'}
          onPress={() => {
            setArrival('asking');
            ask(receipt).then(setArrival, () => setArrival('failed'));
          }}
        />
      )}
    </>
  );
}
