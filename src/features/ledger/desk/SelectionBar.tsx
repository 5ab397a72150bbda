import { router } from 'expo-router';
import { useState } from 'react';
import { View } from 'react-native';

import { type TransactionStatus } from '@/contract/status';
import { sumByCurrency, type Money } from '@/domain/money';
import { moneyParts } from '@/domain/moneyParts';
import { paymentsText } from '@/features/shared/batchAddress';
import { useRuntime } from '@/features/shared/runtime';
import { useExtension } from '@/features/shared/useExtension';
import { useSave } from '@/features/shared/forms/useSave';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { ChoiceRows } from '@/ui/ChoiceRows';
import { Dialog } from '@/ui/Dialog';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';
import { useToast } from '@/ui/Toast';

import { type LedgerEntry } from '../filters';
import { recordedIn } from '../sums';
import { countBundles, statusCorrections } from '../statusChange';

interface SelectionBarProps {
  entries: readonly LedgerEntry[];
  statuses: readonly TransactionStatus[];
  onClear: () => void;
}

/** The selected payments, their sum, and what can be done with all of them. */
export function SelectionBar({ entries, statuses, onClear }: SelectionBarProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const hasBatches = useExtension('batches');
  const payments = entries.flatMap(({ number, transactionId }) =>
    number === null || transactionId === null ? [] : { bundle: number, payment: transactionId }
  );
  const kinds = new Map(statuses.map(({ id, kind }) => [id, kind]));
  const sumsOf = (part: 'received' | 'promised') =>
    sumByCurrency(
      entries.map((entry) => ({
        currency: entry.currency,
        amount: moneyParts(recordedIn(entry), kinds.get(entry.statusId ?? -1))[part],
      }))
    );
  const money = ({ amount, currency }: Money) => format.money(amount, currency);
  const promised = sumsOf('promised').filter(({ amount }) => amount !== 0);
  return (
    <View style={styles.bar}>
      <Text variant="strong" aria-live="polite">
        {[
          t('ledger.desk.selected', { count: entries.length, number: format.number(entries.length) }),
          ...sumsOf('received').map(money),
          ...promised.map((sum) => t('ledger.sums.promised', { amount: money(sum) })),
        ].join(' · ')}
      </Text>
      {hasBatches && (
        <Button
          kind="secondary"
          label={t('ledger.desk.toBatch')}
          disabled={payments.length === 0}
          onPress={() =>
            router.push({ pathname: '/batches/new', params: { payments: paymentsText(payments) } })
          }
        />
      )}
      <Button kind="secondary" label={t('ledger.desk.changeStatus')} onPress={() => setOpen(true)} />
      <Button kind="quiet" label={t('ledger.desk.clear')} onPress={onClear} />
      {isOpen && (
        <StatusDialog
          entries={entries}
          statuses={statuses}
          onClose={() => setOpen(false)}
          onSaved={() => {
            setOpen(false);
            onClear();
          }}
        />
      )}
    </View>
  );
}

interface StatusDialogProps extends Pick<SelectionBarProps, 'entries' | 'statuses'> {
  onClose: () => void;
  onSaved: () => void;
}

function StatusDialog({ entries, statuses, onClose, onSaved }: StatusDialogProps) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const toast = useToast();
  const { save } = useSave();
  const [isBusy, setBusy] = useState(false);
  const [statusId, setStatusId] = useState<string | null>(null);
  const offered = statuses.filter(({ archived }) => archived !== true);
  const status = offered.find(({ id }) => String(id) === statusId);
  const nameOf = ({ id, name }: TransactionStatus) => name ?? t('common.number', { id: String(id) });
  const change = async () => {
    if (status === undefined || isBusy) return;
    // From here on: of many payments each is read first.
    setBusy(true);
    await changeTo(status).finally(() => setBusy(false));
  };
  const changeTo = async (status: TransactionStatus) => {
    const { rows, promised } = await statusCorrections(runtime, {
      entries,
      status,
      statuses,
      locale: format.locale,
    });
    if (rows.length > 0 && !(await save(rows))) return;
    if (promised.length > 0)
      toast({
        tone: 'person',
        icon: 'warning',
        title: t(rows.length > 0 ? 'common.saved.title' : 'ledger.desk.noneChanged'),
        text: t('ledger.desk.promisesStay', {
          names: format.commaList(
            promised.map(({ who, number }) => who || t('common.number', { id: String(number) }))
          ),
        }),
        actions: [{ label: t('promises.title'), onPress: () => router.push('/promises') }],
      });
    else if (rows.length === 0) toast({ tone: 'done', icon: 'check', title: t('ledger.desk.unchanged') });
    onSaved();
  };
  const count = entries.length;
  return (
    <Dialog
      open
      title={t('ledger.desk.changeStatus')}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        <Button
          label={t('ledger.desk.change', { count, number: format.number(count) })}
          disabled={status === undefined}
          busy={isBusy}
          onPress={() => void change()}
        />
      }
    >
      <ChoiceRows
        label={t('ledger.filter.status')}
        choices={offered.map((each) => ({ value: String(each.id), title: nameOf(each), color: each.color }))}
        value={statusId}
        onChange={setStatusId}
      />
      <Text tone="quiet">
        {t('ledger.desk.changeText', { bundles: format.number(countBundles(entries)) })}
      </Text>
    </Dialog>
  );
}

const useStyles = createStyles(() => ({
  bar: { flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', gap: space.m },
}));
