import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { View } from 'react-native';

import { listDayEntries } from '@/db/dayTotals';
import { getReceipt } from '@/db/receipts';
import { isUnusual, sameGiftAgo } from '@/domain/captureRules';
import { isCash } from '@/domain/cash/cash';
import { catalogueAmounts, hasCurrencyOf, type Catalogue } from '@/domain/catalogue';
import { readAnswers } from '@/domain/answers';
import { dayOf } from '@/domain/day';
import { cancelRecord } from '@/features/shared/cancelRecord';
import { byMethod } from '@/features/shared/paymentMethod';
import { openReceipt } from '@/features/shared/ReceiptButton';
import { useRuntime } from '@/features/shared/runtime';
import { useCashInHand } from '@/features/shared/useCashInHand';
import { whyNotSaved } from '@/features/shared/forms/saveRow';
import { StartOverButton } from '@/features/shared/forms/StartOverButton';
import { type OpenedDraft } from '@/features/shared/forms/useDraftForm';
import { usePermissions } from '@/features/shared/usePermissions';
import { useQuestions } from '@/features/shared/useQuestions';
import { useI18n } from '@/i18n/I18nProvider';
import { catalogueQueries } from '@/queries/catalogue';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { ErrorFocus } from '@/ui/ErrorFocus';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';
import { TextField } from '@/ui/TextField';
import { useToast } from '@/ui/Toast';

import { saveCapture, type SaveResult } from './mutations';
import { Warnings } from './components/Warnings';
import { DetailsSection } from './components/DetailsSection';
import { MethodSection } from './components/MethodSection';
import { PersonSection } from './components/PersonSection';
import { QuestionsSection } from './components/QuestionsSection';
import { RuleWarnings } from './components/RuleWarnings';
import { SaveFooter } from './components/SaveFooter';
import { type Asked, SaveQuestion } from './components/SaveQuestion';
import { UnfinishedRows } from './components/UnfinishedRows';
import { WhoCard } from './components/WhoCard';
import { WhoPicker } from './components/WhoPicker';
import type { Draft, PersonDraft, Who } from './draft';
import { type FormPurpose, originOfKey, type UnfinishedDraft } from './openForm';
import { useCaptureForm } from './useCaptureForm';
import { whoName } from './labels';

const PAYER = 'payer';

const titles = {
  record: 'capture.title',
  fix: 'capture.fix.heading',
  change: 'capture.change.heading',
  correct: 'capture.correct.heading',
} as const;

interface CaptureFormViewProps {
  opened: OpenedDraft<Draft> & {
    purpose: FormPurpose;
    catalogue: Catalogue;
    unfinished: readonly UnfinishedDraft[];
  };
  onLeave: () => void;
  onContinue: (draftKey: string) => void;
  /** There is input that a draft stores. */
  onTyped: () => void;
  /** The shift of the record was counted meanwhile. */
  onCounted: (at: number) => void;
}

/** The form itself: people, prices, payment, the sum, Save. */
export function CaptureFormView({ opened, onLeave, onContinue, onTyped, onCounted }: CaptureFormViewProps) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const showToast = useToast();
  const { canCorrectBundles } = usePermissions();
  const { purpose } = opened;
  const { data: catalogue = opened.catalogue } = useQuery(catalogueQueries.all(runtime));
  const form = useCaptureForm(opened, catalogue);
  const { draft, capture, total, errors, change } = form;
  const [first] = draft.people;
  // This record is added to it: also while the form closes, after it was saved.
  const cashInHand = useCashInHand(draft.currency, [draft.replaces, draft.id]);

  /** Whom the person picker is open for: the key of a person, the payer, or null. */
  const [picking, setPicking] = useState<string | null>(first?.who === null ? first.key : null);
  /** The person who was added last: the form scrolls to them. */
  const [added, setAdded] = useState<string | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [problem, setProblem] = useState<NotSaved | null>(null);
  /** How often Save was pressed. */
  const [round, setRound] = useState(0);

  const isTyped = form.draftState !== 'none';
  useEffect(() => {
    if (isTyped) onTyped();
  }, [isTyped, onTyped]);
  const payer = draft.payer ?? first?.who ?? null;
  const origin = originOfKey(opened.draftKey);
  const actionId = origin.kind === 'action' ? origin.actionId : null;
  const offered = useQuestions(actionId) ?? [];
  // A contact is asked on their own page, and of a change the answers are saved already.
  const questions = payer?.kind === 'supporter' && purpose === 'record' ? offered : [];
  const reading = readAnswers(questions, draft.answers);
  const wrongAnswers = round > 0 && reading.kind === 'errors' ? Object.keys(reading.errors).length : 0;
  const payerName = payer === null || payer.kind === 'nobody' ? null : whoName(t, payer);

  if (picking !== null) {
    const choose = (chosen: Who) => {
      const isAtDoor = chosen.kind === 'supporter' && origin.kind === 'action';
      const who = isAtDoor ? { ...chosen, address: origin.place } : chosen;
      if (picking === PAYER) change({ payer: who });
      else form.changePerson(picking, { who });
      // The address is theirs now, and not said twice.
      if (isAtDoor && draft.note === origin.place) change({ note: '' });
      setPicking(null);
    };
    const isFirstChoice = picking === first?.key && first.who === null;
    const goBack = () => {
      // A person who was added and not picked is not on the payment: their amount must not stay in the sum.
      if (draft.people.some(({ key, who }) => key === picking && who === null)) form.removePerson(picking);
      setPicking(null);
    };
    return (
      <WhoPicker
        title={picking === PAYER ? t('capture.who.payerTitle') : t('capture.who.title')}
        onBack={isFirstChoice ? onLeave : goBack}
        onChoose={choose}
        unfinished={isFirstChoice ? opened.unfinished : []}
        onContinue={onContinue}
      />
    );
  }

  const save = async () => {
    setAsked(null);
    const isSaved = await form.submit(async () => {
      const result = await saveCapture(runtime, {
        capture: form.assembleNow(),
        opened: form.assembleOpened(),
        draft,
        draftKey: opened.draftKey,
        canCorrectAll: canCorrectBundles,
        who: payerName,
        ...(reading.kind === 'answers' && {
          asked: { answers: reading.answers, ...(actionId === null ? {} : { action_id: actionId }) },
        }),
      });
      if (result.kind === 'counted') onCounted(result.at);
      else if (result.kind !== 'saved') setProblem(notSavedOf(result));
      return result.kind === 'saved';
    });
    if (!isSaved) return;
    runtime.device.vibrateSuccess();
    const text = t(draft.promise === null ? 'capture.saved.text' : 'capture.promise.saved', {
      who: whoName(t, payer),
      amount: format.money(total, draft.currency),
    });
    // The record is saved; without the receipt the message only has one button less.
    const given = await getReceipt(runtime.store, runtime.scope, draft.id).catch(() => null);
    const open = given && { label: t('receipts.open'), onPress: () => openReceipt(given.code, given.rowId) };
    const undo = { label: t('capture.saved.undo'), onPress: () => void takeBack(draft.id, 'undone', text) };
    showToast({
      tone: 'done',
      icon: 'check',
      title: t('capture.saved.title'),
      text,
      actions: [...(purpose === 'record' ? [undo] : []), ...(open ? [open] : [])],
    });
    onLeave();
  };

  const takeBack = async (id: string, reason: 'undone' | 'mistake', text?: string) => {
    try {
      const note = t('outbox.cancel.note', { reason: t(`outbox.cancel.${reason}`) });
      const result = await cancelRecord(runtime, id, { reason, note });
      const isDone = result === 'cancelled' || result === 'correcting';
      showToast({
        tone: isDone ? 'done' : 'person',
        icon: isDone ? 'check' : 'warning',
        title: t(`outbox.cancel.${result}`),
        text,
      });
      return isDone;
    } catch (failure) {
      showToast({ tone: 'person', icon: 'warning', title: t(`common.saved.${whyNotSaved(failure)}`) });
      return false;
    }
  };
  const cancelInstead = async () => {
    const isCancelled = await form.submit(() => takeBack(draft.replaces ?? '', 'mistake'));
    if (isCancelled) onLeave();
  };

  const pressSave = async () => {
    setRound((before) => before + 1);
    form.showErrors();
    if (errors.length > 0 || reading.kind === 'errors') return;
    const now = runtime.now();
    const saved = await listDayEntries(runtime.store, runtime.scope, dayOf(now));
    // The refused record that this one replaces is the same money: it does not count twice.
    const dayEntries = saved.filter(({ id }) => id !== draft.replaces && id !== draft.id);
    const amounts = dayEntries.map(({ amount }) => amount);
    const gift = {
      who: payerName,
      amount: total,
      currency: draft.currency,
      paymentMethodKind: draft.method,
    };
    const ago = purpose === 'record' ? sameGiftAgo(dayEntries, gift, now) : null;
    if (ago !== null) setAsked({ kind: 'same', ago });
    else if (isUnusual(capture, amounts, catalogueAmounts(catalogue, draft.currency)))
      setAsked({ kind: 'unusual' });
    else void save();
  };

  // A correction removes nothing from a record that may be at the service.
  const isRemovable = ({ places }: PersonDraft) =>
    draft.people.length > 1 && (purpose !== 'correct' || Object.keys(places).length === 0);
  const words = format.moneyInWords(total, draft.currency);
  const isPromise = draft.promise !== null;
  const saidWords = isPromise
    ? t('capture.promise.inWords', { words: words ?? '' })
    : t('capture.inWords', { words: words ?? '', by: byMethod(t, draft.method) });
  const inWords = words === null ? '' : saidWords;
  const parts =
    draft.people.length < 2
      ? ''
      : capture.items.map(({ amount }) => format.money(amount, draft.currency)).join(' + ');
  const takenNote =
    isCash(draft.method) && cashInHand !== null
      ? t('capture.cashInHand', { amount: format.money(cashInHand + total, draft.currency) })
      : t('capture.worksWithoutSignal');

  return (
    <Screen
      title={t(titles[purpose])}
      titlePlace="bar"
      back={{ label: t('common.back'), onPress: onLeave }}
      barText={form.draftState === 'stored' ? t('common.form.kept') : undefined}
      footer={
        <SaveFooter
          amount={format.money(total, draft.currency)}
          words={total > 0 ? inWords : ''}
          parts={parts}
          note={isPromise ? t('capture.promise.note') : takenNote}
          errorCount={form.errorCount + wrongAnswers}
          busy={form.isSaving}
          onSave={() => void pressSave()}
        />
      }
    >
      {problem !== null && (
        <Banner
          live
          tone="person"
          icon="warning"
          title={t('capture.notSaved.title')}
          text={t(`capture.notSaved.${problem}`)}
          action={
            problem === 'cannotRemove' && (
              <Button kind="secondary" label={t('outbox.cancel.open')} onPress={() => void cancelInstead()} />
            )
          }
        />
      )}
      {purpose !== 'record' && (
        <Banner
          tone="waiting"
          icon="edit"
          title={t(`capture.${purpose}.title`)}
          text={t(`capture.${purpose}.text`)}
        />
      )}
      {purpose === 'record' && <UnfinishedRows drafts={opened.unfinished} onContinue={onContinue} />}
      <ErrorFocus submitCount={round}>
        <Warnings now={form.now} catalogue={catalogue} />
        <RuleWarnings form={form} catalogue={catalogue} payer={payer} cashInHand={cashInHand} />

        {draft.people.map((person) => (
          <PersonSection
            key={person.key}
            form={form}
            catalogue={catalogue}
            person={person}
            isAdded={person.key === added}
            onPick={() => setPicking(person.key)}
            onRemove={isRemovable(person) ? () => form.removePerson(person.key) : undefined}
          />
        ))}
        <MethodSection form={form} catalogue={catalogue} purpose={purpose} />
        {!hasCurrencyOf(catalogue, draft.currency) && (
          <TextField
            label={t('capture.currency')}
            hint={t('capture.currencyHint')}
            autoCapitalize="characters"
            autoCorrect={false}
            maxLength={3}
            value={draft.currency}
            onChangeText={(currency) => change({ currency })}
            error={form.errorAt('currency')}
          />
        )}
        {questions.length > 0 && (
          <QuestionsSection form={form} questions={questions} reading={reading} isTried={round > 0} />
        )}
        <View>
          <ListRow
            title={t('capture.someoneElse')}
            value={draft.payer === null ? t('common.no') : whoName(t, draft.payer)}
            expanded={draft.payer !== null}
            onPress={() => (draft.payer === null ? setPicking(PAYER) : change({ payer: null }))}
            last={draft.payer !== null}
          />
          {draft.payer !== null && (
            <WhoCard
              who={draft.payer}
              onChange={(payer) => change({ payer })}
              onPick={() => setPicking(PAYER)}
              onRemove={() => change({ payer: null })}
              error={form.errorAt('payer.who')}
              mailError={form.errorAt('payer.mail')}
              permissionError={form.errorAt('payer.permission')}
            />
          )}
          <DetailsSection
            form={form}
            hasDonation={draft.people.some(({ takes }) => takes !== 'membership')}
          />
        </View>
      </ErrorFocus>
      <Button
        kind="secondary"
        icon="plus"
        label={t('capture.addPerson')}
        onPress={() => {
          const key = form.addPerson();
          setAdded(key);
          setPicking(key);
        }}
      />
      <StartOverButton draftState={form.draftState} startOver={form.startOver} />
      <SaveQuestion
        asked={asked}
        amount={format.money(total, draft.currency)}
        words={inWords}
        onClose={() => setAsked(null)}
        onConfirm={() => void save()}
      />
    </Screen>
  );
}

type NotSaved = 'full' | 'failed' | 'onItsWay' | 'cannotRemove';

function notSavedOf(result: Exclude<SaveResult, { kind: 'saved' | 'counted' }>): NotSaved {
  if (result.kind === 'on_its_way') return 'onItsWay';
  if (result.kind === 'cannot_remove') return 'cannotRemove';
  return result.kind === 'not_saved' && result.problem === 'full' ? 'full' : 'failed';
}
