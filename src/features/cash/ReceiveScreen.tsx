// Offline: complete. The reply is saved on this phone and sent automatically.
import { useQuery } from '@tanstack/react-query';
import { router, useLocalSearchParams } from 'expo-router';
import { useState } from 'react';

import type { MyCash } from '@/db/cash/myCash';
import { isSameHanded, type Handed } from '@/domain/cash/cash';
import { sumCheckOf } from '@/db/cash/handOverDigits';
import { FormScreen } from '@/features/shared/forms/FormScreen';
import { handedWords } from '@/features/shared/handedWords';
import { Loaded } from '@/features/shared/Loaded';
import { useRuntime } from '@/features/shared/runtime';
import { usePersonName } from '@/features/shared/usePersonName';
import { useBack } from '@/features/shared/useBack';
import { useDraftForm, useOpenedDraft, type OpenedDraft } from '@/features/shared/forms/useDraftForm';
import { useI18n } from '@/i18n/I18nProvider';
import { cashQueries } from '@/queries/cash';
import { catalogueQueries } from '@/queries/catalogue';
import { Banner } from '@/ui/Banner';
import { EmptyState } from '@/ui/EmptyState';
import { Facts } from '@/ui/Facts';
import { Screen } from '@/ui/Screen';
import { TextField } from '@/ui/TextField';
import { useToast } from '@/ui/Toast';

import { codeQueries } from './codes/queries';
import type { ScannedOffer } from './codes/readCodes';
import { CashFields } from './components/CashFields';
import { CountedLine } from './components/CountedLine';
import { DifferenceDialog } from './components/DifferenceDialog';
import {
  currenciesToCount,
  isNothingTyped,
  readTypedCash,
  readTypedCheques,
  ReplyDraftSchema,
  type ReplyDraft,
} from './countForm';
import { replyTo } from './mutations';

/** What is to be counted, from the service or from a code. */
type ToCount = {
  userId: number;
  key: string;
  /** What the giver counted; null where digits were typed, which do not carry it. */
  given: Handed | null;
  scanned: ScannedOffer | null;
};

const fromRecord = ({ userId, handOver }: MyCash['offered'][number]): ToCount => ({
  userId,
  key: handOver.key,
  given: handOver,
  scanned: null,
});

const fromCode = (offer: ScannedOffer): ToCount => ({
  userId: offer.giver,
  key: offer.key,
  given: offer.signed?.facts ?? null,
  scanned: offer,
});

/** Count what another person handed over. This screen shows the sum of the giver only after one's own count. */
export function ReceiveScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { key, code } = useLocalSearchParams<{ key?: string; code?: string }>();
  const query = useQuery(cashQueries.mine(runtime));
  const reading = useQuery({ ...codeQueries.read(runtime, code ?? ''), enabled: code !== undefined });
  const settings = useQuery(catalogueQueries.settings(runtime));
  const back = useBack('/shift');
  const offer = query.data?.offered.find(({ handOver }) => handOver.key === key);
  const scanned = reading.data?.kind === 'offer' ? fromCode(reading.data.offer) : undefined;
  const toCount = scanned ?? (offer && fromRecord(offer));
  if (toCount && !settings.isPending) return <Receive key={toCount.key} toCount={toCount} />;
  return (
    <Screen title={t('cash.receive.title')} titlePlace="bar" back={back}>
      {code === undefined ? (
        <Loaded query={query}>
          {() => <EmptyState icon="cash" title={t('cash.receive.none')} text={t('cash.receive.noneText')} />}
        </Loaded>
      ) : (
        <Loaded query={reading}>
          {(read) => (
            <EmptyState
              icon="cash"
              title={t('cash.receive.none')}
              text={read.kind === 'refused' ? t(`cash.code.offer.${read.why}`) : t('cash.receive.noneText')}
            />
          )}
        </Loaded>
      )}
    </Screen>
  );
}

function Receive({ toCount }: { toCount: ToCount }) {
  const runtime = useRuntime();
  const opened = useOpenedDraft<ReplyDraft>({
    draftKey: `reply:${toCount.key}`,
    schema: ReplyDraftSchema,
    start: () => ({ version: 1, key: runtime.newId(), typed: {}, cheques: '', note: '' }),
  });
  return opened && <ReceiveForm key={opened.round} toCount={toCount} opened={opened} />;
}

interface ReceiveFormProps {
  toCount: ToCount;
  opened: OpenedDraft<ReplyDraft>;
}

function ReceiveForm({ toCount, opened }: ReceiveFormProps) {
  const { userId, key, given, scanned } = toCount;
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const toast = useToast();
  const back = useBack('/shift');
  const { data: settings } = useQuery(catalogueQueries.settings(runtime));
  const giver = usePersonName(userId);
  const draftForm = useDraftForm(opened);
  const { draft, change } = draftForm;
  const currencies = currenciesToCount(given?.cash ?? [], settings?.currency);
  const reading = readTypedCash(draft.typed, currencies, { settings, locale: format.locale });
  // Where the giver has none, nobody asks for cheques. Digits do not say how many there are: an empty field is none.
  const asksForCheques = given === null || given.cheques > 0;
  const typedCheques =
    asksForCheques && (given !== null || draft.cheques.trim() !== '') ? readTypedCheques(draft.cheques) : 0;
  const counted: Handed | null =
    reading.kind === 'counted' && typedCheques !== null
      ? { cash: reading.sums, cheques: typedCheques }
      : null;
  const isDifferent = counted !== null && differs(toCount, counted);

  const isTyped = !isNothingTyped(draft.typed);
  // Who gives cheques only has counted no cash, and nobody types a 0 for it.
  const isMissing = !isTyped && given?.cash.every(({ amount }) => amount === 0) !== true;
  const [isAsking, setAsking] = useState(false);
  const countedWords = counted === null ? '' : handedWords(t, format, counted);

  const press = () => {
    draftForm.setTried();
    if (counted === null || isMissing) return;
    if (isDifferent) setAsking(true);
    else void receive();
  };
  const receive = async () => {
    setAsking(false);
    if (counted === null) return;
    const note = draft.note.trim();
    const isSaved = await draftForm.submit(async () => {
      const result = await replyTo(runtime, opened.draftKey, {
        kind: 'reply',
        key: draft.key,
        made_at: new Date(runtime.now()).toISOString(),
        hand_over: key,
        counted: [...counted.cash],
        cheques: counted.cheques,
        is_disputed: isDifferent,
        ...(note === '' ? {} : { note }),
        ...(scanned?.signed ? { offer: scanned.signed.code } : {}),
      });
      if (result === 'changed') toast({ tone: 'waiting', icon: 'warning', title: t('cash.code.again') });
      else if (result !== 'saved')
        toast({ tone: 'person', icon: 'warning', title: t(`cash.notSaved.${result}`) });
      else if (isDifferent) toast({ tone: 'waiting', icon: 'warning', title: t('cash.receive.disputed') });
      else toast({ tone: 'done', icon: 'check', title: t('cash.receive.done') });
      return result === 'saved' || result === 'changed';
    });
    if (isSaved) router.replace({ pathname: '/shift/answer', params: { key } });
  };

  return (
    <FormScreen
      title={t('cash.receive.title')}
      back={back}
      draftForm={draftForm}
      errorCount={(reading.kind === 'errors' ? reading.fields.size : 0) + (typedCheques === null ? 1 : 0)}
      isUnchanged={false}
      onSave={press}
      saveLabel={t('cash.receive.save')}
      aboveSave={
        <CountedLine reading={reading} isTyped={isTyped} isMissing={isMissing && draftForm.isTried} />
      }
    >
      <Facts facts={[[t('cash.receive.from'), giver]]} />
      {scanned !== null && scanned.signed?.isKeyKnown !== true && (
        <Banner
          tone="waiting"
          icon="warning"
          title={t(scanned.signed ? 'cash.code.unknownKeyTitle' : 'cash.code.typedOffer')}
          text={t(scanned.signed ? 'cash.code.unknownKey' : 'cash.code.digitsText')}
        />
      )}
      <CashFields
        currencies={currencies}
        settings={settings}
        typed={draft.typed}
        onChange={(typed) => change((before) => ({ ...before, typed }))}
        reading={reading}
        isTried={draftForm.isTried}
      />
      {asksForCheques && (
        <TextField
          label={t('cash.receive.cheques')}
          value={draft.cheques}
          onChangeText={(typed) => change((before) => ({ ...before, cheques: typed }))}
          inputMode="numeric"
          maxLength={6}
          error={draftForm.isTried && typedCheques === null ? t('cash.receive.chequesMissing') : undefined}
        />
      )}
      {isDifferent && isTyped && draftForm.isTried && (
        <Banner
          tone="waiting"
          icon="warning"
          live
          title={
            given === null
              ? t('cash.code.differs')
              : t('cash.receive.differs', { amount: handedWords(t, format, given) })
          }
        />
      )}
      <TextField
        label={t('cash.receive.note')}
        value={draft.note}
        onChangeText={(typed) => change((before) => ({ ...before, note: typed }))}
        maxLength={1_000}
        multiline
      />
      <DifferenceDialog
        open={isAsking}
        title={t('cash.receive.ask')}
        text={
          given === null
            ? t('cash.code.askText', { counted: countedWords })
            : t('cash.receive.askText', { given: handedWords(t, format, given), counted: countedWords })
        }
        confirmLabel={t('cash.receive.askYes')}
        onClose={() => setAsking(false)}
        onConfirm={() => void receive()}
      />
    </FormScreen>
  );
}

/** Whether the receiver counted something else than the giver. Digits carry a check of the sums only. */
const differs = ({ given, scanned }: ToCount, counted: Handed): boolean =>
  given === null ? scanned?.sumCheck !== sumCheckOf(counted.cash) : !isSameHanded(given, counted);
