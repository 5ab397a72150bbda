import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { View } from 'react-native';

import { isTenTimesTheUsual } from '@/domain/captureRules';
import { isCash } from '@/domain/cash';
import { catalogueAmounts, hasCurrencyOf, methodsOf, type Catalogue } from '@/domain/catalogue';
import { dayOf } from '@/domain/day';
import { byMethod, methodWord } from '@/features/shared/paymentMethod';
import { useRuntime } from '@/features/shared/runtime';
import { useCashInHand } from '@/features/shared/useCashInHand';
import { type OpenedDraft } from '@/features/shared/useDraftForm';
import { useI18n } from '@/i18n/I18nProvider';
import { catalogueQueries } from '@/queries/catalogue';
import { dayTotalsQueries } from '@/queries/dayTotals';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { ChoiceChips } from '@/ui/ChoiceChips';
import { ErrorFocus } from '@/ui/ErrorFocus';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';
import { TextField } from '@/ui/TextField';
import { useToast } from '@/ui/Toast';

import { saveCapture, type SaveResult } from './mutations';
import { Warnings } from './components/Warnings';
import { DetailsSection } from './components/DetailsSection';
import { PersonSection } from './components/PersonSection';
import { SaveFooter } from './components/SaveFooter';
import { UnusualAmountDialog } from './components/UnusualAmountDialog';
import { WhoCard } from './components/WhoCard';
import { WhoPicker } from './components/WhoPicker';
import type { Draft, Who } from './draft';
import { type UnfinishedDraft } from './openForm';
import { useCaptureForm } from './useCaptureForm';
import { whoName } from './labels';

const PAYER = 'payer';

interface CaptureFormViewProps {
  opened: OpenedDraft<Draft> & { catalogue: Catalogue; unfinished: readonly UnfinishedDraft[] };
  onLeave: () => void;
  onContinue: (draftKey: string) => void;
}

/** The form itself: people, prices, payment, the sum, Save. */
export function CaptureFormView({ opened, onLeave, onContinue }: CaptureFormViewProps) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const showToast = useToast();
  const { data: catalogue = opened.catalogue } = useQuery(catalogueQueries.all(runtime));
  const { data: saved = [] } = useQuery(dayTotalsQueries.day(runtime, dayOf(runtime.now())));
  const form = useCaptureForm(opened, catalogue);
  const { draft, capture, total, errors, change } = form;
  const [first] = draft.people;
  // The refused record that this one replaces is the same money: it does not count twice.
  const dayEntries = saved.filter(({ id }) => id !== draft.replaces);
  const cashInHand = useCashInHand(draft.currency, draft.replaces);

  /** Whom the person picker is open for: the key of a person, the payer, or null. */
  const [picking, setPicking] = useState<string | null>(first?.who === null ? first.key : null);
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<NotSaved | null>(null);
  /** How often Save was pressed. */
  const [round, setRound] = useState(0);

  if (picking !== null) {
    const choose = (who: Who) => {
      if (picking === PAYER) change({ payer: who });
      else form.changePerson(picking, { who });
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
        onContinue={(unfinished) => onContinue(unfinished.key)}
      />
    );
  }

  const save = async () => {
    setAsking(false);
    const payer = draft.payer ?? first?.who ?? null;
    const isSaved = await form.submit(async () => {
      const result = await saveCapture(runtime, {
        capture: form.assembleNow(),
        draft,
        draftKey: opened.draftKey,
        who: payer === null || payer.kind === 'nobody' ? null : whoName(t, payer),
      });
      if (result.kind !== 'saved') setProblem(notSavedOf(result));
      return result.kind === 'saved';
    });
    if (!isSaved) return;
    runtime.device.vibrateSuccess();
    showToast({
      tone: 'done',
      icon: 'check',
      title: t('capture.saved.title'),
      text: t('capture.saved.text', { who: whoName(t, payer), amount: format.money(total, draft.currency) }),
    });
    onLeave();
  };

  const pressSave = () => {
    setRound((before) => before + 1);
    form.showErrors();
    if (errors.length > 0) return;
    const amounts = dayEntries.map(({ amount }) => amount);
    const usual = amounts.length > 0 ? amounts : catalogueAmounts(catalogue);
    if (isTenTimesTheUsual(capture, usual)) setAsking(true);
    else void save();
  };

  const words = format.moneyInWords(total, draft.currency);
  const inWords = words === null ? '' : t('capture.inWords', { words, by: byMethod(t, draft.method) });
  const note =
    isCash(draft.method) && cashInHand !== null
      ? t('capture.cashInHand', { amount: format.money(cashInHand + total, draft.currency) })
      : t('capture.worksWithoutSignal');

  return (
    <Screen
      title={draft.replaces === null ? t('capture.title') : t('capture.fixTitle')}
      titlePlace="bar"
      back={{ label: t('common.back'), onPress: onLeave }}
      barText={form.draftState === 'stored' ? t('common.form.kept') : undefined}
      footer={
        <SaveFooter
          amount={format.money(total, draft.currency)}
          words={total > 0 ? inWords : ''}
          note={note}
          errorCount={form.errorCount}
          busy={form.isSaving}
          onSave={pressSave}
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
        />
      )}
      {draft.replaces !== null && (
        <Banner
          tone="waiting"
          icon="edit"
          title={t('capture.fixing.title')}
          text={t('capture.fixing.text')}
        />
      )}
      <ErrorFocus submitCount={round}>
        <Warnings now={form.now} catalogue={catalogue} />

        {draft.people.map((person) => (
          <PersonSection
            key={person.key}
            form={form}
            catalogue={catalogue}
            person={person}
            onPick={() => setPicking(person.key)}
            onRemove={draft.people.length > 1 ? () => form.removePerson(person.key) : undefined}
          />
        ))}
        <ChoiceChips
          label={t('capture.paidBy')}
          choices={methodChoices(methodsOf(catalogue), draft.method).map((kind) => ({
            value: kind,
            label: methodWord(t, kind),
          }))}
          value={draft.method}
          onChange={(method) => change({ method })}
          error={form.errorAt('method')}
        />
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
        onPress={() => setPicking(form.addPerson())}
      />
      {form.draftState === 'stored' && (
        <Button kind="quiet" label={t('common.form.startOver')} onPress={form.startOver} />
      )}
      <UnusualAmountDialog
        open={isAsking}
        amount={format.money(total, draft.currency)}
        words={inWords}
        onClose={() => setAsking(false)}
        onConfirm={() => void save()}
      />
    </Screen>
  );
}

/** A chosen method that is not offered any more stays visible, so that its error makes sense. */
function methodChoices(methods: readonly string[], chosen: string): readonly string[] {
  return chosen === '' || methods.includes(chosen) ? methods : [...methods, chosen];
}

type NotSaved = 'full' | 'failed' | 'onItsWay';

function notSavedOf(result: Exclude<SaveResult, { kind: 'saved' }>): NotSaved {
  if (result.kind === 'on_its_way') return 'onItsWay';
  return result.kind === 'not_saved' && result.problem === 'full' ? 'full' : 'failed';
}
