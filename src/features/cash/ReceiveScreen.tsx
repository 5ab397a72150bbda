// Offline: complete. The reply is saved on this phone and sent automatically.
import { useQuery } from '@tanstack/react-query';
import { useLocalSearchParams } from 'expo-router';
import { useState } from 'react';

import type { HandOver } from '@/contract/cashRecord';
import { differences } from '@/domain/cash';
import { personName } from '@/domain/team';
import { FormScreen } from '@/features/shared/FormScreen';
import { Loaded } from '@/features/shared/Loaded';
import { useRuntime } from '@/features/shared/runtime';
import { useBack, useLeave } from '@/features/shared/useBack';
import { useDraftForm, useOpenedDraft, type OpenedDraft } from '@/features/shared/useDraftForm';
import { useI18n } from '@/i18n/I18nProvider';
import { cashQueries } from '@/queries/cash';
import { catalogueQueries } from '@/queries/catalogue';
import { peopleQueries } from '@/queries/people';
import { Banner } from '@/ui/Banner';
import { EmptyState } from '@/ui/EmptyState';
import { Facts } from '@/ui/Facts';
import { Screen } from '@/ui/Screen';
import { TextField } from '@/ui/TextField';
import { useToast } from '@/ui/Toast';

import { CashFields } from './components/CashFields';
import { CountedLine } from './components/CountedLine';
import { DifferenceDialog } from './components/DifferenceDialog';
import {
  currenciesToCount,
  isNothingTyped,
  readTypedCash,
  ReplyDraftSchema,
  type ReplyDraft,
} from './countForm';
import { moneyList } from './labels';
import { replyTo } from './mutations';

/** Count what another person handed over. The sum of the giver is shown only after one's own count. */
export function ReceiveScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { key } = useLocalSearchParams<{ key: string }>();
  const query = useQuery(cashQueries.mine(runtime));
  const settings = useQuery(catalogueQueries.settings(runtime));
  const back = useBack('/shift');
  const offer = query.data?.offered.find(({ handOver }) => handOver.key === key);
  if (offer && !settings.isPending)
    return <Receive key={key} userId={offer.userId} handOver={offer.handOver} />;
  return (
    <Screen title={t('cash.receive.title')} titlePlace="bar" back={back}>
      <Loaded query={query}>
        {() => <EmptyState icon="cash" title={t('cash.receive.none')} text={t('cash.receive.noneText')} />}
      </Loaded>
    </Screen>
  );
}

function Receive({ userId, handOver }: { userId: number; handOver: HandOver }) {
  const runtime = useRuntime();
  const opened = useOpenedDraft<ReplyDraft>({
    draftKey: `reply:${handOver.key}`,
    schema: ReplyDraftSchema,
    start: () => ({ version: 1, key: runtime.newId(), typed: {}, note: '' }),
  });
  return opened && <ReceiveForm key={opened.round} userId={userId} handOver={handOver} opened={opened} />;
}

interface ReceiveFormProps {
  userId: number;
  handOver: HandOver;
  opened: OpenedDraft<ReplyDraft>;
}

function ReceiveForm({ userId, handOver, opened }: ReceiveFormProps) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const toast = useToast();
  const back = useBack('/shift');
  const leave = useLeave('/shift');
  const { data: settings } = useQuery(catalogueQueries.settings(runtime));
  const { data: giver } = useQuery(peopleQueries.one(runtime, userId));
  const draftForm = useDraftForm(opened);
  const { draft, change } = draftForm;
  const currencies = currenciesToCount(handOver.cash, settings?.currency);
  const reading = readTypedCash(draft.typed, currencies, { settings, locale: format.locale });
  const difference = reading.kind === 'counted' ? differences(handOver.cash, reading.sums) : [];

  const isTyped = !isNothingTyped(draft.typed);
  const isMissing = !isTyped && handOver.cash.length > 0;
  const [isAsking, setAsking] = useState(false);

  const press = () => {
    draftForm.setTried();
    if (reading.kind === 'errors' || isMissing) return;
    if (difference.length > 0) setAsking(true);
    else void receive();
  };
  const receive = async () => {
    setAsking(false);
    if (reading.kind === 'errors') return;
    const note = draft.note.trim();
    const isDisputed = difference.length > 0;
    const isSaved = await draftForm.submit(async () => {
      const result = await replyTo(runtime, opened.draftKey, {
        kind: 'reply',
        key: draft.key,
        made_at: new Date(runtime.now()).toISOString(),
        hand_over: handOver.key,
        counted: reading.sums,
        is_disputed: isDisputed,
        ...(note === '' ? {} : { note }),
      });
      if (result !== 'saved') toast({ tone: 'person', icon: 'warning', title: t(`cash.notSaved.${result}`) });
      else if (isDisputed) toast({ tone: 'waiting', icon: 'warning', title: t('cash.receive.disputed') });
      else toast({ tone: 'done', icon: 'check', title: t('cash.receive.done') });
      return result === 'saved';
    });
    if (isSaved) leave();
  };

  return (
    <FormScreen
      title={t('cash.receive.title')}
      back={back}
      draftForm={draftForm}
      errorCount={reading.kind === 'errors' ? reading.fields.size : 0}
      isUnchanged={false}
      onSave={press}
      saveLabel={t('cash.receive.save')}
      aboveSave={
        <CountedLine reading={reading} isTyped={isTyped} isMissing={isMissing && draftForm.isTried} />
      }
    >
      <Facts
        facts={[
          [t('cash.receive.from'), giver ? personName(giver.user) : t('common.unnamed')],
          [t('cash.handOver.cheques'), handOver.cheques === 0 ? null : format.number(handOver.cheques)],
        ]}
      />
      <CashFields
        currencies={currencies}
        settings={settings}
        typed={draft.typed}
        onChange={(typed) => change((before) => ({ ...before, typed }))}
        reading={reading}
        isTried={draftForm.isTried}
      />
      {difference.length > 0 && isTyped && draftForm.isTried && (
        <Banner
          tone="waiting"
          icon="warning"
          live
          title={t('cash.receive.differs', { amount: moneyList(format, handOver.cash) })}
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
        text={t('cash.receive.askText', {
          given: moneyList(format, handOver.cash),
          counted: reading.kind === 'counted' ? moneyList(format, reading.sums) : '',
        })}
        confirmLabel={t('cash.receive.askYes')}
        onClose={() => setAsking(false)}
        onConfirm={() => void receive()}
      />
    </FormScreen>
  );
}
