import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { type PromisedGift } from '@/db/promises';
import { getReceipt } from '@/db/receipts';
import { readDay } from '@/domain/day';
import { transferAccountOf } from '@/domain/girocode';
import { noteIn } from '@/domain/contacts/supporter';
import { personName } from '@/domain/team';
import { callBackError, CallBackField } from '@/features/shared/CallBackField';
import { cancelRecord } from '@/features/shared/cancelRecord';
import { ConfirmButton } from '@/features/shared/ConfirmButton';
import { PendingNote } from '@/features/shared/PendingNote';
import { openReceipt } from '@/features/shared/ReceiptButton';
import { useRuntime } from '@/features/shared/runtime';
import { whyNotSaved } from '@/features/shared/forms/saveRow';
import { usePermissions } from '@/features/shared/usePermissions';
import { useI18n } from '@/i18n/I18nProvider';
import { catalogueQueries } from '@/queries/catalogue';
import { peopleQueries } from '@/queries/people';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { ErrorFocus } from '@/ui/ErrorFocus';
import { Facts } from '@/ui/Facts';
import { Text } from '@/ui/Text';
import { type ToastMessage, useToast } from '@/ui/Toast';

import { movePromise, type PromiseResult } from './mutations';
import { PayForm } from './PayForm';
import { codeOf, TransferCode } from './TransferCode';

interface PromiseDialogProps {
  promise: PromisedGift;
  onClose: () => void;
}

/** One promise: mark it as paid, show a code to pay it, move the day, or cancel it. */
export function PromiseDialog({ promise, onClose }: PromiseDialogProps) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const toast = useToast();
  const { canCorrectBundles } = usePermissions();
  const [chosenMode, setMode] = useState<'view' | 'pay' | 'move' | 'transfer'>('view');
  const { data: settings } = useQuery(catalogueQueries.settings(runtime));
  const account = transferAccountOf(settings);
  // The office may take the account back meanwhile.
  const mode = chosenMode === 'transfer' && account === null ? 'view' : chosenMode;
  const [problem, setProblem] = useState<string | null>(null);
  const name = promise.who.name ?? t('common.unnamed');
  const { id } = promise;

  const finish = (title: string, more: Pick<ToastMessage, 'text' | 'actions'> = {}) => {
    toast({ tone: 'done', icon: 'check', title, text: name, ...more });
    onClose();
  };
  const fail = (result: Exclude<PromiseResult, 'saved'>) =>
    setProblem(
      result === 'full' || result === 'failed' ? t(`common.saved.${result}`) : t(`promises.${result}`)
    );
  const onPaid = async (result: PromiseResult, { rowId, rest }: { rowId: string; rest: number }) => {
    if (result !== 'saved') return fail(result);
    // The payment is saved; without the receipt the message only has one button less.
    const given = await getReceipt(runtime.store, runtime.scope, rowId).catch(() => null);
    const open = given && { label: t('receipts.open'), onPress: () => openReceipt(given.code, given.rowId) };
    const left = t('promises.rest', { amount: format.money(rest, promise.currency) });
    finish(t('promises.paidDone'), {
      ...(rest > 0 && { text: `${name} · ${left}` }),
      ...(open && { actions: [open] }),
    });
  };
  const cancel = async () => {
    try {
      const note = t('outbox.cancel.note', { reason: t('outbox.cancel.withdrawn') });
      const result = await cancelRecord(runtime, id, { reason: 'withdrawn', note });
      if (result === 'cancelled' || result === 'correcting') finish(t(`outbox.cancel.${result}`));
      else setProblem(t(`outbox.cancel.${result}`));
    } catch (failure) {
      setProblem(t(`common.saved.${whyNotSaved(failure)}`));
    }
    return true;
  };

  return (
    <Dialog open title={name} closeLabel={t('common.close')} onClose={onClose}>
      {problem !== null && <Banner live tone="person" icon="warning" title={problem} />}
      {mode === 'pay' && (
        <PayForm
          promise={promise}
          onResult={(result, payment) => void onPaid(result, payment)}
          onBack={() => setMode('view')}
        />
      )}
      {mode === 'move' && (
        <MoveForm
          promise={promise}
          onResult={(result) => (result === 'saved' ? finish(t('promises.moved')) : fail(result))}
          onBack={() => setMode('view')}
        />
      )}
      {mode === 'transfer' && account && (
        <TransferCode promise={promise} account={account} onBack={() => setMode('view')} />
      )}
      {mode === 'view' && (
        <>
          <PromiseFacts promise={promise} />
          {promise.view.pending.length > 0 && <PendingNote rows={promise.view.pending} />}
          {promise.isOnlyHere && (
            <Banner
              tone="waiting"
              icon="device"
              title={t('promises.onlyHere')}
              text={t('promises.onlyHereText')}
            />
          )}
          {codeOf(promise, account) !== null && (
            <Button
              kind="secondary"
              icon="scan"
              label={t('promises.transfer.open')}
              onPress={() => setMode('transfer')}
            />
          )}
          {promise.isOwn || canCorrectBundles ? (
            <>
              <Button size="main" icon="check" label={t('promises.paid')} onPress={() => setMode('pay')} />
              <Button
                kind="secondary"
                icon="calendar"
                label={t('promises.move')}
                onPress={() => setMode('move')}
              />
              <ConfirmButton
                kind="quiet"
                label={t('promises.cancel')}
                question={t('promises.cancelAsk', { name })}
                text={t('promises.cancelText')}
                confirmLabel={t('promises.cancelYes')}
                onConfirm={cancel}
              />
            </>
          ) : (
            <Text tone="quiet">{t('promises.notYours')}</Text>
          )}
        </>
      )}
    </Dialog>
  );
}

function PromiseFacts({ promise }: { promise: PromisedGift }) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const { amount, currency, callBack, date, recordedBy, isOwn, place, view } = promise;
  const { data: recorder } = useQuery({
    ...peopleQueries.one(runtime, recordedBy ?? 0),
    enabled: !isOwn && recordedBy !== null,
  });
  const comment = view.bundle.transactions[place]?.comment ?? '';
  return (
    <Facts
      facts={[
        [t('capture.amount'), format.money(amount, currency)],
        [t('promises.callBack'), callBack === null ? '' : format.calendarDate(readDay(callBack) ?? 0)],
        [t('promises.promisedOn'), date === undefined ? '' : format.date(date)],
        [t('promises.recordedBy'), recorder ? personName(recorder.user) : ''],
        [t('capture.note'), noteIn(comment)],
      ]}
    />
  );
}

interface MoveFormProps {
  promise: PromisedGift;
  onResult: (result: PromiseResult) => void;
  onBack: () => void;
}

function MoveForm({ promise: { id, callBack, who }, onResult, onBack }: MoveFormProps) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const [day, setDay] = useState(callBack ?? '');
  const [tries, setTries] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const error = callBackError(t, day, runtime.now());
  const save = async () => {
    setTries(tries + 1);
    if (error !== undefined || isBusy) return;
    setBusy(true);
    const moved = movePromise(runtime, { id, who: who.name }, day === '' ? null : day);
    onResult(await moved.finally(() => setBusy(false)));
  };
  return (
    <>
      <ErrorFocus submitCount={tries}>
        <CallBackField value={day} onChange={setDay} error={tries > 0 ? error : undefined} />
      </ErrorFocus>
      <Button size="main" label={t('common.save')} busy={isBusy} onPress={() => void save()} />
      <Button kind="secondary" label={t('common.back')} onPress={onBack} />
    </>
  );
}
