// Offline: complete. The count is saved on this phone and sent automatically.
import { useQuery } from '@tanstack/react-query';
import { useLocalSearchParams } from 'expo-router';
import type { TFunction } from 'i18next';
import { useState, type ComponentProps } from 'react';

import type { CashCount } from '@/contract/cashRecord';
import { differences, expectedCash, isBlindCount, isCash, isCheque } from '@/domain/cash/cash';
import { type Money, sumByCurrency } from '@/domain/money';
import { FormScreen } from '@/features/shared/forms/FormScreen';
import { Loaded } from '@/features/shared/Loaded';
import { moneyList } from '@/features/shared/moneyList';
import { methodWord } from '@/features/shared/paymentMethod';
import { useRuntime } from '@/features/shared/runtime';
import { useBack, useLeave } from '@/features/shared/useBack';
import { useDraftForm, useOpenedDraft, type OpenedDraft } from '@/features/shared/forms/useDraftForm';
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
  recordsOf,
  type CountableRecord,
  type CountDraft,
  type CountedSum,
} from './countForm';
import { closeShift, recount, type CashResult } from './mutations';

/** What is counted: the open shift, or a count that is counted again. */
interface Counting {
  draftKey: string;
  payments: readonly Payment[];
  unsent: ReadonlySet<string>;
  /** The count that the new one replaces. */
  before: CashCount | null;
  save: (draft: CountDraft, sums: CountedSum[]) => Promise<CashResult>;
}

type Payment = CountableRecord & { who: string | null };

/** Count the cash of the open shift and close it; with `of` in the address, count the cash of that count again. */
export function CountScreen() {
  const { of } = useLocalSearchParams<{ of?: string }>();
  return of === undefined ? <CountShift /> : <CountAgain countKey={of} />;
}

function CountShift() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const query = useQuery(cashQueries.mine(runtime));
  const settings = useQuery(catalogueQueries.settings(runtime));
  const back = useBack('/shift');
  const shift = query.data?.shift;
  if (query.data && shift && !settings.isPending) {
    const draftKey = `count:${shift.id}`;
    const counting: Counting = {
      draftKey,
      payments: query.data.entries.map(({ id, firstId, ...entry }) => ({
        key: id,
        firstKey: firstId,
        ...entry,
      })),
      unsent: query.data.unsent,
      before: null,
      save: (draft, sums) => closeShift(runtime, { shiftId: shift.id, draftKey, draft, sums }),
    };
    return <OpenedCount key={shift.id} counting={counting} />;
  }
  return (
    <Screen title={t('cash.count.title')} titlePlace="bar" back={back}>
      <Loaded query={query}>
        {() => <EmptyState icon="cash" title={t('cash.shift.none')} text={t('cash.shift.noneText')} />}
      </Loaded>
    </Screen>
  );
}

function CountAgain({ countKey }: { countKey: string }) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const query = useQuery(cashQueries.mine(runtime));
  const settings = useQuery(catalogueQueries.settings(runtime));
  const back = useBack('/shift');
  const before = query.data?.chain.recountable.find(({ key }) => key === countKey);
  const keys = before?.records.map(({ key }) => key) ?? [];
  const { data: names } = useQuery(cashQueries.names(runtime, keys));
  const { data: unsent } = useQuery(cashQueries.unsent(runtime, keys));
  if (before && names && unsent && !settings.isPending) {
    const draftKey = `recount:${countKey}`;
    const counting: Counting = {
      draftKey,
      payments: recordsOf(before).map((record) => ({ ...record, who: names.get(record.key) ?? null })),
      unsent,
      before,
      save: (draft, sums) => recount(runtime, { countKey, draftKey, draft, sums }),
    };
    return <OpenedCount key={countKey} counting={counting} />;
  }
  return (
    <Screen title={t('counts.again.title')} titlePlace="bar" back={back}>
      <Loaded query={query}>
        {() =>
          before === undefined && (
            <EmptyState icon="cash" title={t('counts.again.none')} text={t('counts.again.noneText')} />
          )
        }
      </Loaded>
    </Screen>
  );
}

function OpenedCount({ counting }: { counting: Counting }) {
  const runtime = useRuntime();
  const opened = useOpenedDraft<CountDraft>({
    draftKey: counting.draftKey,
    schema: CountDraftSchema,
    start: () => ({
      version: 1,
      key: runtime.newId(),
      records: counting.payments.map(({ firstKey }) => firstKey),
      typed: {},
      there: [],
      reason: '',
      witness: '',
    }),
  });
  return opened && <CountForm key={opened.round} counting={counting} opened={opened} />;
}

interface CountFormProps {
  counting: Counting;
  opened: OpenedDraft<CountDraft>;
}

function CountForm({ counting, opened }: CountFormProps) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const toast = useToast();
  const back = useBack('/shift');
  const leave = useLeave('/shift');
  const { data: settings } = useQuery(catalogueQueries.settings(runtime));
  const draftForm = useDraftForm(opened);
  const { draft, change } = draftForm;
  const { before } = counting;
  const entries = counting.payments.filter(({ firstKey }) => draft.records.includes(firstKey));
  const later = counting.payments.length - entries.length;
  const unsent = entries.filter(({ key }) => counting.unsent.has(key)).length;
  const expected = expectedCash(entries);
  const isBlind = isBlindCount(settings);
  const currencies = currenciesToCount(expected, settings?.currency);
  const reading = readTypedCash(draft.typed, currencies, { settings, locale: format.locale });
  const difference = reading.kind === 'counted' ? differences(expected, reading.sums) : [];
  const isTyped = !isNothingTyped(draft.typed);
  const isMissing = !isTyped && expected.length > 0;
  const [isAsking, setAsking] = useState(false);
  const cheques = entries.filter(({ paymentMethodKind }) => isCheque(paymentMethodKind));
  const unticked = cheques.filter(({ firstKey }) => !draft.there.includes(firstKey));
  const isDifferent = difference.length > 0 && !isBlind;

  const press = () => {
    draftForm.setTried();
    if (reading.kind === 'errors' || isMissing) return;
    if (isDifferent || unticked.length > 0) setAsking(true);
    else void close();
  };
  const close = async () => {
    setAsking(false);
    if (reading.kind === 'errors') return;
    const isSaved = await draftForm.submit(async () => {
      const result = await counting.save(draft, reading.sums);
      if (result === 'saved') toast({ tone: 'done', icon: 'check', ...savedWords(t, before !== null) });
      else
        toast({
          tone: 'person',
          icon: 'warning',
          title:
            result === 'changed' && before !== null
              ? t('counts.again.changed')
              : t(`cash.notSaved.${result}`),
        });
      return result === 'saved';
    });
    if (isSaved) leave();
  };

  const others = entries.filter(({ paymentMethodKind: kind }) => !isCheque(kind) && !isCash(kind));
  return (
    <FormScreen
      title={t(before === null ? 'cash.count.title' : 'counts.again.title')}
      back={back}
      draftForm={draftForm}
      errorCount={reading.kind === 'errors' ? reading.fields.size : 0}
      isUnchanged={false}
      onSave={press}
      saveLabel={t(before === null ? 'cash.count.close' : 'counts.again.save')}
      aboveSave={
        <CountedLine reading={reading} isTyped={isTyped} isMissing={isMissing && draftForm.isTried} />
      }
    >
      {before !== null && (
        <Banner
          tone="waiting"
          icon="cash"
          title={t('counts.again.replaces', {
            amount: moneyList(format, before.counted),
            time: format.since(before.made_at, runtime.now()),
          })}
          text={t('counts.again.text')}
        />
      )}
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
        onChange={(typed) => change((form) => ({ ...form, typed }))}
        reading={reading}
        isTried={draftForm.isTried}
      />
      {!isBlind && isTyped && reading.kind === 'counted' && <Difference difference={difference} />}
      {cheques.length > 0 && <SectionHeader title={t('cash.count.cheques')} />}
      {cheques.map((entry) => (
        <CheckboxRow
          key={entry.key}
          label={labelOf(entry, t, format)}
          checked={draft.there.includes(entry.firstKey)}
          onChange={(isThere) =>
            change((form) => ({
              ...form,
              there: isThere
                ? [...form.there, entry.firstKey]
                : form.there.filter((key) => key !== entry.firstKey),
            }))
          }
        />
      ))}
      {others.length > 0 && <SectionHeader title={t('cash.count.others')} />}
      {others.map((entry, index) => (
        <ListRow
          key={entry.key}
          title={entry.who ?? t('cash.nobody')}
          detail={methodWord(t, entry.paymentMethodKind)}
          value={format.money(entry.amount, entry.currency)}
          last={index === others.length - 1}
        />
      ))}
      {isDifferent && isTyped && (
        <TextField
          label={t('cash.count.reason')}
          hint={t('cash.count.reasonHint')}
          value={draft.reason}
          onChangeText={(reason) => change((form) => ({ ...form, reason }))}
          maxLength={1_000}
          multiline
        />
      )}
      <TextField
        label={t('cash.count.witness')}
        hint={t('cash.count.witnessHint')}
        value={draft.witness}
        onChangeText={(witness) => change((form) => ({ ...form, witness }))}
        maxLength={200}
        autoComplete="off"
      />
      <DifferenceDialog
        open={isAsking}
        {...question(
          { t, format },
          {
            isAgain: before !== null,
            unticked,
            difference:
              isDifferent && reading.kind === 'counted' ? { expected, counted: reading.sums } : null,
          }
        )}
        onClose={() => setAsking(false)}
        onConfirm={() => void close()}
      />
    </FormScreen>
  );
}

interface Asked {
  isAgain: boolean;
  unticked: readonly Payment[];
  difference: { expected: readonly Money[]; counted: readonly Money[] } | null;
}

/** What is asked before a count is stored that differs from the records, or that lacks cheques. */
function question(
  { t, format }: { t: TFunction; format: Format },
  { isAgain, unticked, difference }: Asked
): Pick<ComponentProps<typeof DifferenceDialog>, 'title' | 'text' | 'confirmLabel'> {
  const count = unticked.length;
  const noCheques =
    count === 0 ? '' : t('cash.count.untickedText', { amount: moneyList(format, sumByCurrency(unticked)) });
  if (difference === null)
    return {
      title: t('cash.count.unticked', { count }),
      text: noCheques,
      confirmLabel: t('cash.count.untickedYes', { count }),
    };
  const differs = t('cash.count.askText', {
    expected: moneyList(format, difference.expected),
    counted: moneyList(format, difference.counted),
  });
  return {
    title: t(isAgain ? 'counts.again.ask' : 'cash.count.ask'),
    text: [differs, noCheques].filter(Boolean).join(' '),
    confirmLabel: t(isAgain ? 'counts.again.askYes' : 'cash.count.askYes'),
  };
}

const savedWords = (t: TFunction, isAgain: boolean) =>
  isAgain
    ? { title: t('counts.again.done'), text: t('counts.again.doneText') }
    : { title: t('cash.count.closed'), text: t('cash.count.closedText') };

function labelOf({ who, amount, currency }: Payment, t: TFunction, format: Format): string {
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
