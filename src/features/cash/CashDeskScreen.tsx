// Offline: as of the last contact with the service.
import { useQuery } from '@tanstack/react-query';
import { router, useLocalSearchParams } from 'expo-router';
import { View } from 'react-native';

import { differences, type FollowedHandOver } from '@/domain/cash';
import { type Money, sumByCurrency } from '@/domain/money';
import { personName } from '@/domain/team';
import { Loaded } from '@/features/shared/Loaded';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useI18n } from '@/i18n/I18nProvider';
import { cashQueries, type PersonCash } from '@/queries/cash';
import { peopleQueries } from '@/queries/people';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Facts } from '@/ui/Facts';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { lateTexts, moneyList, replacedText } from './labels';
import { useReceiverName } from './useReceiverName';

/** Cash by person: counted, handed over, received, and what differs. For leaders and treasurers. */
export function CashDeskScreen() {
  const { t } = useI18n();
  const query = useQuery(cashQueries.people(useRuntime()));
  // A link to one person.
  const { by } = useLocalSearchParams<{ by?: string }>();
  return (
    <Screen title={t('cash.desk.title')} back={useBack('/you')}>
      <Text tone="quiet">{t('cash.desk.text')}</Text>
      {by !== undefined && (
        <Button
          kind="secondary"
          label={t('ledger.filter.everyContact')}
          onPress={() => router.setParams({ by: undefined })}
        />
      )}
      <Loaded query={query}>
        {(people) =>
          people.length === 0 ? (
            <EmptyState icon="cash" title={t('cash.desk.none')} text={t('cash.desk.noneText')} />
          ) : (
            people
              .filter(({ userId }) => by === undefined || String(userId) === by)
              .map((person) => <PersonCashCard key={person.userId} person={person} />)
          )
        }
      </Loaded>
    </Screen>
  );
}

function PersonCashCard({ person: { userId, chain, missing, late } }: { person: PersonCash }) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const { data: view } = useQuery(peopleQueries.one(runtime, userId));
  const now = runtime.now();
  const sums = (money: readonly Money[]) => moneyList(format, sumByCurrency(money));
  const { counts, handOvers, kept, banked, withOthers } = chain;
  if (counts.length === 0 && handOvers.length === 0) return null;
  const difference = differences(
    counts.flatMap(({ expected }) => expected),
    counts.flatMap(({ counted }) => counted)
  );
  const records = counts.flatMap((count) => count.records);
  const absent = records.filter(({ key }) => missing.has(key));
  const disputed = handOvers.filter(({ state }) => state === 'disputed');
  return (
    <View style={styles.person}>
      <Facts
        title={view ? personName(view.user) : t('common.unnamed')}
        facts={[
          [t('cash.desk.expected'), sums(counts.flatMap(({ expected }) => expected))],
          [t('cash.desk.counted'), sums(counts.flatMap(({ counted }) => counted))],
          [
            t('cash.desk.difference'),
            difference.map(({ amount, currency }) => format.money(amount, currency)).join(' + '),
          ],
          [t('cash.desk.kept'), sums(kept.flatMap(({ counted }) => counted))],
          [t('cash.desk.offered'), sums(cashIn(handOvers, 'offered'))],
          [t('cash.desk.received'), sums(cashIn(handOvers, 'received'))],
          [
            t('counts.disputed.cash'),
            sums(disputed.flatMap(({ counted, handOver }) => counted ?? handOver.cash)),
          ],
          [t('cash.desk.withOthers'), sums(banked.length === 0 ? [] : withOthers)],
          [t('cash.desk.banked'), sums(banked)],
        ]}
      />
      {absent.length > 0 && (
        <Banner
          tone="person"
          icon="warning"
          title={t('cash.desk.missing', {
            count: absent.length,
            all: format.number(records.length),
            held: format.number(records.length - absent.length),
          })}
          text={t('cash.desk.missingText', { amounts: sums(absent) })}
        />
      )}
      {counts
        .filter(({ replaces }) => replaces !== undefined)
        .map((count) => (
          <Banner
            key={count.key}
            tone="waiting"
            icon="cash"
            title={t('counts.again.counted', {
              amount: sums(count.counted) || format.number(0),
              time: format.since(count.made_at, now),
            })}
            text={replacedText({ t, format }, count, chain.replaced, now)}
          />
        ))}
      {late.map((each) => (
        <Banner
          key={each.count.key}
          tone="waiting"
          icon="clock"
          title={t('counts.late.title', { time: format.since(each.count.made_at, now) })}
          text={lateTexts({ t, format }, each).join(' · ')}
        />
      ))}
      {disputed.map((followed) => (
        <Disputed key={followed.handOver.key} followed={followed} />
      ))}
    </View>
  );
}

function Disputed({ followed: { handOver, reply, counted } }: { followed: FollowedHandOver }) {
  const { t, format } = useI18n();
  const name = useReceiverName(handOver.to);
  const given = moneyList(format, handOver.cash);
  const there = (currency: string) =>
    format.money(
      (counted ?? [])
        .filter((sum) => sum.currency.toLowerCase() === currency.toLowerCase())
        .reduce((sum, { amount }) => sum + amount, 0),
      currency
    );
  const where =
    counted === null
      ? [t('counts.disputed.unknown', { name })]
      : differences(handOver.cash, counted).map(({ amount, currency }) =>
          t(amount < 0 ? 'counts.disputed.less' : 'counts.disputed.more', {
            name,
            counted: there(currency),
            amount: format.money(Math.abs(amount), currency),
          })
        );
  return (
    <Banner
      tone="person"
      icon="warning"
      title={
        counted === null
          ? t('cash.desk.disputedUnknown', { given, name })
          : t('cash.desk.disputed', { given, name, counted: moneyList(format, counted) || format.number(0) })
      }
      text={[...where, reply?.kind === 'reply' ? reply.note : ''].filter(Boolean).join(' · ')}
    />
  );
}

function cashIn(handOvers: PersonCash['chain']['handOvers'], wanted: 'offered' | 'received'): Money[] {
  return handOvers.filter(({ state }) => state === wanted).flatMap(({ handOver }) => handOver.cash);
}

const useStyles = createStyles(() => ({ person: { gap: space.s } }));
