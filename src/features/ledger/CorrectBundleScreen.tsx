// Offline: complete. The correction is saved on this phone, shown at once and sent by itself.
import { useQuery } from '@tanstack/react-query';
import { router, useLocalSearchParams } from 'expo-router';
import { useState } from 'react';

import { type TransactionStatus } from '@/contract/status';
import { Loaded } from '@/features/shared/Loaded';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { usePermissions } from '@/features/shared/usePermissions';
import { useSave } from '@/features/shared/useSave';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { ChoiceRows } from '@/ui/ChoiceRows';
import { EmptyState } from '@/ui/EmptyState';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';

import { correctionRow } from './actions';
import {
  emptyDonation,
  formOf,
  readCorrection,
  type CorrectionField,
  type DonationForm,
  type TransactionForm,
} from './correction';
import { ledgerQueries, type ShownLedgerBundle } from './queries';
import { personOf } from './words';

export function CorrectBundleScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { id = '' } = useLocalSearchParams<{ id: string }>();
  const query = useQuery(ledgerQueries.bundle(runtime, id));
  const { correctsBundles } = usePermissions();
  const back = useBack({ pathname: '/ledger/[id]', params: { id } });
  const shown = query.data;
  const number = shown?.view.id ?? null;
  if (shown && number !== null && correctsBundles) return <Correction number={number} shown={shown} />;
  return (
    <Screen title={t('ledger.correct.title')} titlePlace="bar" back={back}>
      <Loaded query={query}>
        {(bundle) =>
          bundle === null || bundle.view.id === null ? (
            <EmptyState icon="cash" title={t('ledger.empty.gone')} text={t('ledger.empty.goneText')} />
          ) : (
            <EmptyState
              icon="lock"
              title={t('ledger.correct.forbidden')}
              text={t('ledger.correct.forbiddenText')}
            />
          )
        }
      </Loaded>
    </Screen>
  );
}

function Correction({ number, shown }: { number: number; shown: ShownLedgerBundle }) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const { isSaving, save } = useSave();
  const target = { pathname: '/ledger/[id]', params: { id: String(number) } } as const;
  const back = useBack(target);
  const [rowId] = useState(runtime.newId);
  // What the person saw when the form opened, whatever a pull brings meanwhile.
  const [seen] = useState(shown);
  const [form, setForm] = useState(() => formOf(seen.view.bundle, format.locale));
  const [isTried, setTried] = useState(false);
  const now = runtime.now();
  const reading = readCorrection(form, number, seen.view.bundle, {
    locale: format.locale,
    now,
    offsetMinutes: -new Date(now).getTimezoneOffset(),
  });
  const faults = isTried && reading.kind === 'faults' ? reading.faults : {};
  const count = Object.keys(faults).length;
  const errorAt = (field: CorrectionField) => {
    const fault = faults[field];
    return fault === undefined ? undefined : t(`ledger.correct.fault.${fault}`);
  };
  const currency = seen.view.bundle.transactions[0]?.currency ?? '';
  const hint =
    currency === '' ? undefined : t('ledger.correct.amountHint', { currency: currency.toUpperCase() });

  const change = (id: number, part: Partial<TransactionForm>) =>
    setForm((before) => ({
      ...before,
      transactions: before.transactions.map((item) => (item.id === id ? { ...item, ...part } : item)),
    }));
  const changeDonation = (part: Partial<DonationForm>) =>
    setForm((before) => ({ ...before, donation: { ...(before.donation ?? emptyDonation), ...part } }));

  const submit = async () => {
    setTried(true);
    if (reading.kind !== 'update') return;
    const first = seen.view.bundle.transactions[0];
    const who = first ? personOf({ t, format, names: seen.names }, first) : '';
    if (!(await save([correctionRow({ id: rowId, view: seen.view, update: reading.update, who })]))) return;
    if (router.canGoBack()) router.back();
    else router.replace(target);
  };

  return (
    <Screen
      title={t('ledger.correct.title')}
      titlePlace="bar"
      back={back}
      footer={
        <>
          {count > 0 && (
            <Text tone="person" aria-live="polite">
              {t('ledger.correct.putRight', { count })}
            </Text>
          )}
          {isTried && reading.kind === 'unchanged' && (
            <Text tone="quiet" aria-live="polite">
              {t('ledger.correct.nothing')}
            </Text>
          )}
          <Button
            size="main"
            icon="check"
            label={t('common.save')}
            busy={isSaving}
            onPress={() => void submit()}
          />
        </>
      }
    >
      <Text variant="note" tone="quiet">
        {t('ledger.correct.additive')}
      </Text>
      {form.transactions.map((item) => {
        const before = seen.view.bundle.transactions.find(({ id }) => id === item.id);
        const amount = format.money(before?.amount ?? 0, before?.currency ?? '');
        return (
          <Card key={item.id}>
            <Text variant="section" heading={2}>
              {t('ledger.correct.transaction', { amount })}
            </Text>
            <ChoiceRows
              label={t('ledger.correct.status')}
              choices={offered(seen.statuses, before?.status_id).map(({ id, name, color }) => ({
                value: String(id),
                title: name ?? t('common.number', { id: String(id) }),
                color,
              }))}
              value={item.statusId === null ? null : String(item.statusId)}
              onChange={(value) => change(item.id, { statusId: Number(value) })}
            />
            <TextField
              label={t('ledger.correct.comment')}
              value={item.comment}
              onChangeText={(comment) => change(item.id, { comment })}
              error={errorAt(`${item.id}.comment`)}
              multiline
            />
            <TextField
              label={t('ledger.correct.reimbursed')}
              inputMode="decimal"
              hint={hint}
              value={item.reimbursed}
              onChangeText={(reimbursed) => change(item.id, { reimbursed })}
              error={errorAt(`${item.id}.reimbursed`)}
            />
            <TextField
              label={t('ledger.correct.unpaid')}
              inputMode="decimal"
              hint={hint}
              value={item.unpaid}
              onChangeText={(unpaid) => change(item.id, { unpaid })}
              error={errorAt(`${item.id}.unpaid`)}
            />
          </Card>
        );
      })}
      {form.donation === null ? (
        <Button
          kind="secondary"
          icon="plus"
          label={t('ledger.correct.addDonation')}
          onPress={() => changeDonation({})}
        />
      ) : (
        <Card>
          <Text variant="section" heading={2}>
            {t('ledger.correct.donation')}
          </Text>
          <TextField
            label={t('ledger.correct.amount')}
            inputMode="decimal"
            hint={hint}
            value={form.donation.amount}
            onChangeText={(amount) => changeDonation({ amount })}
            error={errorAt('donation.amount')}
          />
          <TextField
            label={t('ledger.correct.affectation')}
            value={form.donation.affectation}
            onChangeText={(affectation) => changeDonation({ affectation })}
            error={errorAt('donation.affectation')}
          />
          <TextField
            label={t('ledger.correct.donationNote')}
            value={form.donation.comment}
            onChangeText={(comment) => changeDonation({ comment })}
            error={errorAt('donation.comment')}
          />
          <Button
            kind="quiet"
            label={t('ledger.correct.noDonation')}
            onPress={() => setForm((before) => ({ ...before, donation: null }))}
          />
        </Card>
      )}
    </Screen>
  );
}

/** A status that is no longer used is offered to nobody but the transaction that has it. */
function offered(statuses: readonly TransactionStatus[], current: number | undefined): TransactionStatus[] {
  return statuses.filter(({ id, archived }) => archived !== true || id === current);
}
