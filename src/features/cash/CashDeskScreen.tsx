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
import type { Format } from '@/i18n/format';
import { cashQueries, type PersonCash } from '@/queries/cash';
import { peopleQueries } from '@/queries/people';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Facts } from '@/ui/Facts';
import { useWide } from '@/ui/layout';
import { Screen } from '@/ui/Screen';
import { SectionHeader } from '@/ui/SectionHeader';
import { Table } from '@/ui/Table';
import { TableLink } from '@/features/shared/TableLink';
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
    <Screen title={t('cash.desk.title')} back={useBack('/you')} isFullWidth={useWide()}>
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
            <People
              people={people.filter(
                ({ userId, chain: { counts, handOvers } }) =>
                  (by === undefined || String(userId) === by) && counts.length + handOvers.length > 0
              )}
            />
          )
        }
      </Loaded>
    </Screen>
  );
}

const amountColumns = [
  'cash.desk.expected',
  'cash.desk.counted',
  'cash.desk.difference',
  'cash.desk.kept',
  'cash.desk.offered',
  'cash.desk.received',
  'counts.disputed.cash',
  'cash.desk.withOthers',
  'cash.desk.banked',
] as const;
type AmountColumn = (typeof amountColumns)[number];

/** The amounts of a person, each as text; empty for nothing. */
function amountsOf(format: Format, { chain }: PersonCash): Record<AmountColumn, string> {
  const { counts, handOvers, kept, banked, withOthers } = chain;
  const sums = (money: readonly Money[]) => moneyList(format, sumByCurrency(money));
  const expected = counts.flatMap((count) => count.expected);
  const counted = counts.flatMap((count) => count.counted);
  const disputed = handOvers.filter(({ state }) => state === 'disputed');
  return {
    'cash.desk.expected': sums(expected),
    'cash.desk.counted': sums(counted),
    'cash.desk.difference': differences(expected, counted)
      .map(({ amount, currency }) => format.money(amount, currency))
      .join(' + '),
    'cash.desk.kept': sums(kept.flatMap((count) => count.counted)),
    'cash.desk.offered': sums(cashIn(handOvers, 'offered')),
    'cash.desk.received': sums(cashIn(handOvers, 'received')),
    'counts.disputed.cash': sums(disputed.flatMap((each) => each.counted ?? each.handOver.cash)),
    'cash.desk.withOthers': sums(banked.length === 0 ? [] : withOthers),
    'cash.desk.banked': sums(banked),
  };
}

/** A table at a desk with the notes of each person below, cards on a phone. */
function People({ people }: { people: readonly PersonCash[] }) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const isTable = useWide();
  return (
    <>
      {isTable && (
        <Table
          label={t('cash.desk.title')}
          columns={[
            { key: 'name', title: t('reconciliation.column.name') },
            ...amountColumns.map((key) => ({ key, title: t(key), isNumber: true })),
          ]}
          rows={people.map((person) => ({
            key: String(person.userId),
            cells: { name: <PersonName userId={person.userId} />, ...amountsOf(format, person) },
          }))}
        />
      )}
      {people.map((person) => (
        <View key={person.userId} style={styles.person}>
          {!isTable && <PersonFacts person={person} />}
          <PersonNotes person={person} isNamed={isTable} />
        </View>
      ))}
    </>
  );
}

function usePersonName(userId: number): string {
  const { t } = useI18n();
  const { data: view } = useQuery(peopleQueries.one(useRuntime(), userId));
  return view ? personName(view.user) : t('common.unnamed');
}

function PersonName({ userId }: { userId: number }) {
  return (
    <TableLink
      href={{ pathname: '/ledger', params: { by: userId, method: 'cash' } }}
      label={usePersonName(userId)}
    />
  );
}

function PersonFacts({ person }: { person: PersonCash }) {
  const { t, format } = useI18n();
  const amounts = amountsOf(format, person);
  return (
    <Facts
      title={usePersonName(person.userId)}
      facts={amountColumns.map((column) => [t(column), amounts[column]])}
    />
  );
}

interface PersonNotesProps {
  person: PersonCash;
  /** Whether a title says whose notes these are. */
  isNamed: boolean;
}

/** What needs a look: missing records, counts that replace others, late corrections, disputes. */
function PersonNotes({ person: { userId, chain, missing, late }, isNamed }: PersonNotesProps) {
  const { t, format } = useI18n();
  const now = useRuntime().now();
  const name = usePersonName(userId);
  const sums = (money: readonly Money[]) => moneyList(format, sumByCurrency(money));
  const records = chain.counts.flatMap((count) => count.records);
  const absent = records.filter(({ key }) => missing.has(key));
  const recounts = chain.counts.filter(({ replaces }) => replaces !== undefined);
  const disputed = chain.handOvers.filter(({ state }) => state === 'disputed');
  const notes = absent.length + recounts.length + late.length + disputed.length;
  return (
    <>
      {isNamed && notes > 0 && <SectionHeader title={name} />}
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
      {recounts.map((count) => (
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
    </>
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
