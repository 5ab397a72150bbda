// Offline: complete. The count is saved on this phone and sent automatically.
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';

import type { DayEntry } from '@/db/dayTotals';
import type { Shift } from '@/db/shifts';
import { type MyCash } from '@/db/myCash';
import { differences, expectedCash, isBlindCount, isCash, isCheque } from '@/domain/cash';
import { FormScreen } from '@/features/shared/FormScreen';
import { Loaded } from '@/features/shared/Loaded';
import { methodWord } from '@/features/shared/paymentMethod';
import { useRuntime } from '@/features/shared/runtime';
import { useBack, useLeave } from '@/features/shared/useBack';
import { useDraftForm, useOpenedDraft, type OpenedDraft } from '@/features/shared/useDraftForm';
import { useI18n } from '@/i18n/I18nProvider';
import type { Format } from '@/i18n/format';
import { cashQueries } from '@/queries/cash';
import { catalogueQueries } from '@/queries/catalogue';
import { Banner } from '@/ui/Banner';
import { CheckboxRow } from '@/ui/CheckboxRow';
import { EmptyState } from '@/ui/EmptyState';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';
import { SectionHeader } from '@/ui/SectionHeader';
import { TextField } from '@/ui/TextField';
import { useToast } from '@/ui/Toast';

import { CashFields } from './components/CashFields';
import { CountedLine } from './components/CountedLine';
import { DifferenceDialog } from './components/DifferenceDialog';
import {
  CountDraftSchema,
  currenciesToCount,
  isNothingTyped,
  readTypedCash,
  type CountDraft,
} from './countForm';
import { moneyList } from './labels';
import { closeShift } from './mutations';

/** Count the cash of the open shift and close it. */
export function CountScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const query = useQuery(cashQueries.mine(runtime));
  const settings = useQuery(catalogueQueries.settings(runtime));
  const back = useBack('/shift');
  if (query.data?.shift && !settings.isPending)
    return <Counting key={query.data.shift.id} shift={query.data.shift} cash={query.data} />;
  return (
    <Screen title={t('cash.count.title')} titlePlace="bar" back={back}>
      <Loaded query={query}>
        {() => <EmptyState icon="cash" title={t('cash.shift.none')} text={t('cash.shift.noneText')} />}
      </Loaded>
    </Screen>
  );
}

function Counting({ shift, cash }: { shift: Shift; cash: MyCash }) {
  const runtime = useRuntime();
  const opened = useOpenedDraft<CountDraft>({
    draftKey: `count:${shift.id}`,
    schema: CountDraftSchema,
    start: () => ({
      version: 1,
      key: runtime.newId(),
      records: cash.entries.map(({ id }) => id),
      typed: {},
      there: [],
      reason: '',
      witness: '',
    }),
  });
  return opened && <CountForm key={opened.round} shift={shift} cash={cash} opened={opened} />;
}

interface CountFormProps {
  shift: Shift;
  cash: MyCash;
  opened: OpenedDraft<CountDraft>;
}

function CountForm({ shift, cash, opened }: CountFormProps) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const toast = useToast();
  const back = useBack('/shift');
  const leave = useLeave('/shift');
  const { data: settings } = useQuery(catalogueQueries.settings(runtime));
  const draftForm = useDraftForm(opened);
  const { draft, change } = draftForm;
  const entries = cash.entries.filter(({ id }) => draft.records.includes(id));
  const later = cash.entries.length - entries.length;
  const unsent = entries.filter(({ id }) => cash.unsent.has(id)).length;
  const expected = expectedCash(entries);
  const isBlind = isBlindCount(settings);
  const currencies = currenciesToCount(expected, settings?.currency);
  const reading = readTypedCash(draft.typed, currencies, { settings, locale: format.locale });
  const difference = reading.kind === 'counted' ? differences(expected, reading.sums) : [];
  const isTyped = !isNothingTyped(draft.typed);
  const isMissing = !isTyped && expected.length > 0;
  const [isAsking, setAsking] = useState(false);

  const press = () => {
    draftForm.setTried();
    if (reading.kind === 'errors' || isMissing) return;
    if (difference.length > 0 && !isBlind) setAsking(true);
    else void close();
  };
  const close = async () => {
    setAsking(false);
    if (reading.kind === 'errors') return;
    const isSaved = await draftForm.submit(async () => {
      const { draftKey } = opened;
      const result = await closeShift(runtime, { shiftId: shift.id, draftKey, draft, sums: reading.sums });
      if (result === 'saved')
        toast({
          tone: 'done',
          icon: 'check',
          title: t('cash.count.closed'),
          text: t('cash.count.closedText'),
        });
      else toast({ tone: 'person', icon: 'warning', title: t(`cash.notSaved.${result}`) });
      return result === 'saved';
    });
    if (isSaved) leave();
  };

  const cheques = entries.filter(({ paymentMethodKind }) => isCheque(paymentMethodKind));
  const others = entries.filter(({ paymentMethodKind: kind }) => !isCheque(kind) && !isCash(kind));
  return (
    <FormScreen
      title={t('cash.count.title')}
      back={back}
      draftForm={draftForm}
      errorCount={reading.kind === 'errors' ? reading.fields.size : 0}
      isUnchanged={false}
      onSave={press}
      saveLabel={t('cash.count.close')}
      aboveSave={
        <CountedLine reading={reading} isTyped={isTyped} isMissing={isMissing && draftForm.isTried} />
      }
    >
      {unsent > 0 && (
        <Banner
          tone="waiting"
          icon="device"
          title={t('cash.count.unsent', { count: unsent })}
          text={t('cash.count.unsentText')}
        />
      )}
      {later > 0 && <Banner tone="waiting" icon="clock" title={t('cash.count.later', { count: later })} />}
      {!isBlind && expected.length > 0 && (
        <ListRow title={t('cash.count.expected')} value={moneyList(format, expected)} strongValue last />
      )}
      <CashFields
        currencies={currencies}
        settings={settings}
        typed={draft.typed}
        onChange={(typed) => change((before) => ({ ...before, typed }))}
        reading={reading}
        isTried={draftForm.isTried}
      />
      {!isBlind && isTyped && reading.kind === 'counted' && <Difference difference={difference} />}
      {cheques.length > 0 && <SectionHeader title={t('cash.count.cheques')} />}
      {cheques.map((entry) => (
        <CheckboxRow
          key={entry.id}
          label={labelOf(entry, t, format)}
          checked={draft.there.includes(entry.id)}
          onChange={(isThere) =>
            change((before) => ({
              ...before,
              there: isThere ? [...before.there, entry.id] : before.there.filter((id) => id !== entry.id),
            }))
          }
        />
      ))}
      {others.length > 0 && <SectionHeader title={t('cash.count.others')} />}
      {others.map((entry, index) => (
        <ListRow
          key={entry.id}
          title={entry.who ?? t('cash.nobody')}
          detail={methodWord(t, entry.paymentMethodKind)}
          value={format.money(entry.amount, entry.currency)}
          last={index === others.length - 1}
        />
      ))}
      {difference.length > 0 && isTyped && (
        <TextField
          label={t('cash.count.reason')}
          hint={t('cash.count.reasonHint')}
          value={draft.reason}
          onChangeText={(reason) => change((before) => ({ ...before, reason }))}
          maxLength={1_000}
          multiline
        />
      )}
      <TextField
        label={t('cash.count.witness')}
        hint={t('cash.count.witnessHint')}
        value={draft.witness}
        onChangeText={(witness) => change((before) => ({ ...before, witness }))}
        maxLength={200}
        autoComplete="off"
      />
      <DifferenceDialog
        open={isAsking}
        title={t('cash.count.ask')}
        text={t('cash.count.askText', {
          expected: moneyList(format, expected),
          counted: reading.kind === 'counted' ? moneyList(format, reading.sums) : '',
        })}
        confirmLabel={t('cash.count.askYes')}
        onClose={() => setAsking(false)}
        onConfirm={() => void close()}
      />
    </FormScreen>
  );
}

function labelOf({ who, amount, currency }: DayEntry, t: TFunction, format: Format): string {
  return `${who ?? t('cash.nobody')} · ${format.money(amount, currency)}`;
}

/** What the count says beside the records. */
function Difference({ difference }: { difference: ReturnType<typeof differences> }) {
  const { t, format } = useI18n();
  const [first] = difference;
  if (first === undefined) return <Banner tone="done" icon="check" live title={t('cash.count.matches')} />;
  return (
    <>
      {difference.map(({ amount, currency }) => (
        <Banner
          key={currency}
          tone="waiting"
          icon="warning"
          live
          title={t(amount < 0 ? 'cash.count.less' : 'cash.count.more', {
            amount: format.money(Math.abs(amount), currency),
          })}
          text={t('cash.count.differenceText')}
        />
      ))}
    </>
  );
}
