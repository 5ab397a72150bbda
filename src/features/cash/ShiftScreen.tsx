// Offline: complete. What others have received is as of the last contact with the service.
import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';

import { hasCashToGive, type MyCash, type Received } from '@/db/cash/myCash';
import { isBlindCount, shiftNumbers } from '@/domain/cash/cash';
import { cashInHand, type FollowedHandOver } from '@/domain/cash/cashChain';
import { sumByCurrency } from '@/domain/money';
import { handedWords } from '@/features/shared/handedWords';
import { Loaded } from '@/features/shared/Loaded';
import { methodWord } from '@/features/shared/paymentMethod';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useI18n } from '@/i18n/I18nProvider';
import { cashQueries } from '@/queries/cash';
import { catalogueQueries } from '@/queries/catalogue';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Facts } from '@/ui/Facts';
import { ListRow } from '@/ui/ListRow';
import { Screen, blankTitle } from '@/ui/Screen';
import { SectionHeader } from '@/ui/SectionHeader';
import { StatePill } from '@/ui/State';
import { Text } from '@/ui/Text';
import { useToast } from '@/ui/Toast';
import type { StateTone } from '@/ui/tokens';

import { ConfirmButton } from '@/features/shared/ConfirmButton';
import { moneyList } from '@/features/shared/moneyList';
import { OfferedCash } from '@/features/shared/OfferedCash';
import { useGiverName } from './codes/useGiverName';
import { CountRow } from './components/CountRow';
import { numbersText } from './labels';
import { takeBack } from './mutations';
import { useReceiverName } from './useReceiverName';

/** The person's shift: what they took, what they counted, and whom they gave it to. */
export function ShiftScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const query = useQuery(cashQueries.mine(runtime));
  return (
    <Screen
      title={t('you.yourShift')}
      back={useBack('/')}
      footer={
        query.data?.shift ? (
          <Button
            size="main"
            icon="cash"
            label={t('cash.shift.count')}
            onPress={() => router.push('/shift/count')}
          />
        ) : (
          query.data &&
          hasCashToGive(query.data) && (
            <Button
              size="main"
              icon="people"
              label={t('cash.shift.handOver')}
              onPress={() => router.push('/shift/hand-over')}
            />
          )
        )
      }
    >
      <Loaded query={query}>{(cash) => <MyShift cash={cash} />}</Loaded>
    </Screen>
  );
}

/** A week is enough to give the cash back. */
const crossedShownMs = 7 * 86_400_000;

function MyShift({ cash }: { cash: MyCash }) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const { data: settings } = useQuery(catalogueQueries.settings(runtime));
  const { shift, entries, unsent, chain } = cash;
  const now = runtime.now();
  const isBlind = isBlindCount(settings);
  const inHand = cashInHand(entries, chain);
  const methods = [...new Set(entries.map(({ paymentMethodKind }) => paymentMethodKind))];
  const byMethod = methods.map((kind) => {
    const sums = sumByCurrency(entries.filter(({ paymentMethodKind }) => paymentMethodKind === kind));
    return [methodWord(t, kind), moneyList(format, sums)] as const;
  });
  const openKeys = entries.map(({ id }) => id);
  const counted = chain.counts.flatMap(({ records }) => records.map(({ key }) => key));
  const { data: missing } = useQuery(cashQueries.missing(runtime, [...openKeys, ...counted]));
  const { data: late = [] } = useQuery(cashQueries.late(runtime, chain.counts));
  const shown = [chain.counts, chain.handOvers, cash.offered, cash.crossed, cash.received];
  if (shift === null && shown.every((list) => list.length === 0))
    return (
      <EmptyState
        icon="cash"
        title={t('cash.shift.none')}
        text={t('cash.shift.noneText')}
        action={<ReceiveButton />}
      />
    );
  return (
    <>
      <OfferedCash />
      {cash.crossed
        .filter(({ handOver: { made_at: madeAt } }) => now - Date.parse(madeAt) < crossedShownMs)
        .map(({ handOver }) => (
          <Banner
            key={handOver.key}
            tone="person"
            icon="warning"
            title={t('cash.takeBack.crossed', { amount: handedWords(t, format, handOver) })}
            text={t('cash.takeBack.crossedText')}
          />
        ))}
      {!isBlind && inHand.length > 0 && (
        <Facts facts={[[t('cash.shift.inHand'), moneyList(format, inHand)]]} />
      )}
      {shift !== null && (
        <Facts
          title={t('cash.shift.open', { time: format.since(shift.startedAt, now) })}
          facts={[
            [t('cash.shift.records'), format.number(entries.length)],
            [t('cash.shift.unsent'), unsent.size === 0 ? null : format.number(unsent.size)],
            ...(isBlind ? [] : byMethod),
          ]}
        />
      )}
      {shift !== null && missing !== undefined && (
        <Text tone="quiet">{numbersText(t, format, shiftNumbers(openKeys, missing))}</Text>
      )}
      {shift !== null && hasCashToGive(cash) && (
        <Button
          kind="secondary"
          icon="people"
          label={t('cash.shift.handOver')}
          onPress={() => router.push('/shift/hand-over')}
        />
      )}
      {chain.counts.length > 0 && <SectionHeader title={t('cash.shift.counts')} />}
      {chain.counts.map((count) => (
        <CountRow
          key={count.key}
          count={count}
          chain={chain}
          missing={missing}
          late={late.find((each) => each.count.key === count.key)}
          isBlind={isBlind}
          now={now}
        />
      ))}
      {chain.handOvers.length > 0 && <SectionHeader title={t('cash.shift.handOvers')} />}
      {chain.handOvers.map((followed) => (
        <HandOverRow key={followed.handOver.key} followed={followed} now={now} />
      ))}
      {cash.received.length > 0 && <SectionHeader title={t('cash.shift.received')} />}
      {cash.received.map((received) => (
        <ReceivedRow key={received.reply.key} received={received} now={now} />
      ))}
      <ReceiveButton />
    </>
  );
}

const toneOf: Record<FollowedHandOver['state'], StateTone> = {
  offered: 'waiting',
  received: 'done',
  disputed: 'person',
  taken_back: 'done',
};

function HandOverRow({ followed, now }: { followed: FollowedHandOver; now: number }) {
  const { t, format } = useI18n();
  const { handOver, state, reply } = followed;
  const name = useReceiverName(handOver.to);
  const counted =
    followed.counted !== null && state === 'disputed' ? handedWords(t, format, followed.counted) : null;
  const isTyped = reply?.kind === 'reply_seen' && reply.answer === undefined;
  return (
    <ListRow
      onPress={() => router.push({ pathname: '/shift/code', params: { key: handOver.key } })}
      title={t('cash.shift.to', { name })}
      detail={[
        handedWords(t, format, handOver),
        format.since(handOver.made_at, now),
        counted === null ? '' : t('cash.shift.theyCounted', { amount: counted }),
        isTyped ? t('cash.shift.typed') : '',
      ]
        .filter((part) => part !== '')
        .join(' · ')}
      trailing={
        <>
          <StatePill tone={toneOf[state]} label={t(`cash.state.${state}`)} />
          {state === 'offered' && <TakeBackButton handOver={handOver} />}
        </>
      }
    />
  );
}

function ReceivedRow({ received, now }: { received: Received; now: number }) {
  const { t, format } = useI18n();
  const { reply, state } = received;
  const name = useGiverName(received);
  return (
    <ListRow
      title={name === '' ? blankTitle : t('cash.shift.from', { name })}
      detail={[
        handedWords(t, format, { cash: reply.counted, cheques: reply.cheques }),
        format.since(reply.made_at, now),
        reply.is_disputed ? t('cash.state.disputed') : '',
      ]
        .filter((part) => part !== '')
        .join(' · ')}
      onPress={() => router.push({ pathname: '/shift/answer', params: { key: reply.hand_over } })}
      trailing={<StatePill tone={state === 'kept' ? 'waiting' : 'done'} label={t(`cash.state.${state}`)} />}
    />
  );
}

function ReceiveButton() {
  const { t } = useI18n();
  return (
    <Button
      kind="secondary"
      icon="people"
      label={t('cash.code.receive')}
      onPress={() => router.push('/shift/scan')}
    />
  );
}

function TakeBackButton({ handOver }: { handOver: FollowedHandOver['handOver'] }) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const toast = useToast();
  const { name } = handOver.to;
  const confirm = async () => {
    const result = await takeBack(runtime, { key: runtime.newId(), handOver });
    if (result === 'saved') toast({ tone: 'done', icon: 'check', title: t('cash.takeBack.done') });
    else
      toast({
        tone: 'person',
        icon: 'warning',
        title: result === 'changed' ? t('cash.takeBack.late', { name }) : t(`cash.notSaved.${result}`),
      });
    return true;
  };
  return (
    <ConfirmButton
      kind="quiet"
      label={t('cash.takeBack.open')}
      hint={name}
      question={t('cash.takeBack.ask', { name })}
      text={t('cash.takeBack.text', { name })}
      confirmLabel={t('cash.takeBack.confirm')}
      onConfirm={confirm}
    />
  );
}
