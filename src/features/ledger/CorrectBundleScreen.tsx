// Offline: complete. The correction is saved on this phone, shown immediately and sent automatically.
import { useQuery } from '@tanstack/react-query';
import { useLocalSearchParams } from 'expo-router';

import { type TransactionStatus } from '@/contract/status';
import { correctionRow } from '@/features/shared/correctionRow';
import { FormScreen } from '@/features/shared/forms/FormScreen';
import { RequirePermission } from '@/features/shared/RequirePermission';
import { Loaded } from '@/features/shared/Loaded';
import { useRuntime } from '@/features/shared/runtime';
import { useBack, useLeave } from '@/features/shared/useBack';
import { useDraftForm, useOpenedDraft, type OpenedDraft } from '@/features/shared/forms/useDraftForm';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { ChoiceRows } from '@/ui/ChoiceRows';
import { EmptyState } from '@/ui/EmptyState';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';

import {
  amountsOfKind,
  CorrectionDraftSchema,
  emptyDonation,
  formOf,
  readCorrection,
  type CorrectionDraft,
  type CorrectionField,
  type CorrectionForm,
  type DonationForm,
  type TransactionForm,
} from './correction';
import { ledgerQueries, type ShownLedgerBundle } from './queries';
import { personOf } from './labels';

export function CorrectBundleScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { id = '' } = useLocalSearchParams<{ id: string }>();
  const query = useQuery(ledgerQueries.bundle(runtime, id));
  const back = useBack({ pathname: '/ledger/[id]', params: { id } });
  const shown = query.data;
  const number = shown?.view.id ?? null;
  if (shown && number !== null)
    return (
      <RequirePermission
        may={({ canCorrectBundles }) => canCorrectBundles}
        title={t('ledger.correct.title')}
        back={back}
        forbidden={t('ledger.correct.forbidden')}
        forbiddenText={t('ledger.correct.forbiddenText')}
      >
        <Correction number={number} shown={shown} />
      </RequirePermission>
    );
  return (
    <Screen title={t('ledger.correct.title')} titlePlace="bar" back={back}>
      <Loaded query={query}>
        {() => <EmptyState icon="cash" title={t('ledger.empty.gone')} text={t('ledger.empty.goneText')} />}
      </Loaded>
    </Screen>
  );
}

function Correction({ number, shown }: CorrectionProps) {
  const { format } = useI18n();
  const runtime = useRuntime();
  const { bundle } = shown.view;
  const opened = useOpenedDraft({
    draftKey: `correction:${number}`,
    schema: CorrectionDraftSchema,
    start: (): CorrectionDraft => ({
      version: 1,
      id: runtime.newId(),
      seen: bundle,
      form: formOf(bundle, format.locale),
    }),
  });
  return opened && <CorrectionFormView key={opened.round} number={number} shown={shown} opened={opened} />;
}

interface CorrectionProps {
  number: number;
  shown: ShownLedgerBundle;
}

function CorrectionFormView({
  number,
  shown,
  opened,
}: CorrectionProps & { opened: OpenedDraft<CorrectionDraft> }) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const target = { pathname: '/ledger/[id]', params: { id: String(number) } } as const;
  const back = useBack(target);
  const leave = useLeave(target);
  const draftForm = useDraftForm(opened);
  // The bundle as it was when the form opened, unaffected by later pulls.
  const { id: rowId, seen, form } = draftForm.draft;
  const setForm = (next: (before: CorrectionForm) => CorrectionForm) =>
    draftForm.change((draft) => ({ ...draft, form: next(draft.form) }));
  const now = runtime.now();
  const kindOf = (statusId: number) => shown.statuses.find(({ id }) => id === statusId)?.kind;
  const reading = readCorrection(form, number, seen, {
    locale: format.locale,
    kindOf,
    now,
    offsetMinutes: -new Date(now).getTimezoneOffset(),
  });
  const errors = draftForm.isTried && reading.kind === 'errors' ? reading.errors : {};
  const errorAt = (field: CorrectionField) => {
    const error = errors[field];
    return error === undefined ? undefined : t(`ledger.correct.error.${error}`);
  };
  const currency = seen.transactions[0]?.currency ?? '';
  const hint =
    currency === ''
      ? undefined
      : t('ledger.correct.amountHint', { currency: format.currencySign(currency).sign });

  const change = (id: number, part: Partial<TransactionForm>) =>
    setForm((before) => ({
      ...before,
      transactions: before.transactions.map((item) => (item.id === id ? { ...item, ...part } : item)),
    }));
  /** Status and amounts are set together, so that they agree. */
  const setStatus = (id: number, statusId: number) => {
    const before = seen.transactions.find((each) => each.id === id) ?? {};
    change(id, { statusId, ...amountsOfKind(kindOf(statusId), before, format.locale) });
  };
  const offeredStatus = (kind: string) =>
    shown.statuses.find((status) => status.kind === kind && status.archived !== true)?.id;
  const changeDonation = (part: Partial<DonationForm>) =>
    setForm((before) => ({ ...before, donation: { ...(before.donation ?? emptyDonation), ...part } }));

  const submit = async () => {
    draftForm.setTried();
    if (reading.kind !== 'update') return;
    const first = seen.transactions[0];
    const who = first ? personOf({ t, format, names: shown.names }, first) : '';
    const { entity } = shown.view;
    if (await draftForm.save([correctionRow({ id: rowId, entity, seen, update: reading.update, who })]))
      leave();
  };

  return (
    <FormScreen
      title={t('ledger.correct.title')}
      back={back}
      draftForm={draftForm}
      errorCount={Object.keys(errors).length}
      isUnchanged={reading.kind === 'unchanged'}
      onSave={() => void submit()}
    >
      <Text variant="note" tone="quiet">
        {t('ledger.correct.additive')}
      </Text>
      {form.transactions.map((item) => {
        const before = seen.transactions.find(({ id }) => id === item.id);
        const amount = format.money(before?.amount ?? 0, before?.currency ?? '');
        return (
          <Card key={item.id}>
            <Text variant="section" heading={2}>
              {t('ledger.correct.transaction', { amount })}
            </Text>
            {(['reimbursed', 'unpaid'] as const).map((kind) => {
              const statusId = offeredStatus(kind);
              return (
                statusId !== undefined &&
                item.statusId !== statusId && (
                  <Button
                    key={kind}
                    kind="secondary"
                    label={t(`ledger.correct.mark.${kind}`)}
                    onPress={() => setStatus(item.id, statusId)}
                  />
                )
              );
            })}
            <ChoiceRows
              label={t('ledger.correct.status')}
              choices={offered(shown.statuses, before?.status_id).map(({ id, name, color }) => ({
                value: String(id),
                title: name ?? t('common.number', { id: String(id) }),
                color,
              }))}
              value={item.statusId === null ? null : String(item.statusId)}
              onChange={(value) => setStatus(item.id, Number(value))}
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
    </FormScreen>
  );
}

/** An archived status is offered only to a transaction that has it. */
function offered(statuses: readonly TransactionStatus[], current: number | undefined): TransactionStatus[] {
  return statuses.filter(({ id, archived }) => archived !== true || id === current);
}
