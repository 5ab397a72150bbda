// Offline: as of the last contact with the service.
import { useQuery } from '@tanstack/react-query';
import { router, useLocalSearchParams } from 'expo-router';
import { View } from 'react-native';

import { differences, isBlindCount } from '@/domain/cash/cash';
import { type FollowedHandOver } from '@/domain/cash/cashChain';
import { type Money, sumByCurrency } from '@/domain/money';
import { handedWords } from '@/features/shared/handedWords';
import { Loaded } from '@/features/shared/Loaded';
import { moneyList } from '@/features/shared/moneyList';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { usePermissions } from '@/features/shared/usePermissions';
import { useTabTitle } from '@/features/shared/useTabTitle';
import { useI18n } from '@/i18n/I18nProvider';
import { cashByPersonQueries, type PersonCash } from '@/queries/cashByPerson';
import { catalogueQueries } from '@/queries/catalogue';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { useWide } from '@/ui/layout';
import { Screen } from '@/ui/Screen';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { lateTexts, replacedText } from './labels';
import { personColumns, type AmountColumn, type Line } from './reconciliation/cells';
import { PeopleTable } from './reconciliation/PeopleTable';
import { useReceiverName } from './useReceiverName';

/** Cash by person: where it is, and what differs. For leaders and treasurers. */
export function CashDeskScreen() {
  const { t } = useI18n();
  const query = useQuery(cashByPersonQueries.list(useRuntime()));
  useTabTitle(t('you.cashByPerson'));
  // A link to one person.
  const { by } = useLocalSearchParams<{ by?: string }>();
  return (
    <Screen title={t('you.cashByPerson')} back={useBack('/you')} isFullWidth={useWide()}>
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
                ({ userId, figures, chain: { handOvers, received } }) =>
                  (by === undefined || String(userId) === by) &&
                  figures.length + handOvers.length + received.length > 0
              )}
            />
          )
        }
      </Loaded>
    </Screen>
  );
}

/** One line for each person and currency. */
const linesOf = (people: readonly PersonCash[], unnamed: string): Line[] =>
  people.flatMap(({ userId, name, figures, hasGifts }) =>
    figures.map(({ currency, counted, variance, received, ...ofGifts }) => ({
      key: `${userId} ${currency}`,
      kind: 'person' as const,
      name: name ?? unnamed,
      userId,
      currency,
      amounts: { counted, variance, received, ...(hasGifts ? ofGifts : {}) },
    }))
  );

/** What a person who counts must not see in a space that counts blind. Managers do not count towards it. */
const expectedColumns: ReadonlySet<AmountColumn> = new Set([
  'recorded',
  'uncounted',
  'variance',
  'difference',
]);

/** The figures that the reconciliation has too, and the notes of each person below. */
function People({ people }: { people: readonly PersonCash[] }) {
  const { t } = useI18n();
  const styles = useStyles();
  const { canCorrectBundles } = usePermissions();
  const { data: settings } = useQuery(catalogueQueries.settings(useRuntime()));
  const hidesExpected = !canCorrectBundles && (settings === undefined || isBlindCount(settings));
  const columns = hidesExpected
    ? personColumns.filter((column) => !expectedColumns.has(column))
    : personColumns;
  return (
    <>
      <PeopleTable
        lines={linesOf(people, t('common.unnamed')).filter(({ amounts }) =>
          columns.some((column) => (amounts[column] ?? 0) !== 0)
        )}
        columns={columns}
      />
      {people.map((person) => (
        <View key={person.userId} style={styles.person}>
          <PersonNotes person={person} />
        </View>
      ))}
    </>
  );
}

/** What needs a look: missing records, counts that replace others, late corrections, hand-overs without an answer, received cash, disputes. */
function PersonNotes({ person: { name, chain, hasReceived, missing, late } }: { person: PersonCash }) {
  const { t, format } = useI18n();
  const now = useRuntime().now();
  const sums = (money: readonly Money[]) => moneyList(format, sumByCurrency(money));
  const records = chain.counts.flatMap((count) => count.records);
  const absent = records.filter(({ key }) => missing.has(key));
  const recounts = chain.counts.filter(({ replaces }) => replaces !== undefined);
  const disputed = chain.handOvers.filter(({ state }) => state === 'disputed');
  const offered = chain.handOvers.flatMap(({ state, handOver }) => (state === 'offered' ? handOver : []));
  const offeredWords = handedWords(t, format, {
    cash: sumByCurrency(offered.flatMap(({ cash }) => cash)),
    cheques: offered.reduce((sum, { cheques }) => sum + cheques, 0),
  });
  const received = hasReceived ? chain.received : [];
  const receivedLeft = received.flatMap(({ state, left }) => (state === 'kept' ? left : []));
  const receivedWords = handedWords(t, format, {
    cash: sumByCurrency(receivedLeft.flatMap(({ cash }) => cash)),
    cheques: receivedLeft.reduce((sum, { cheques }) => sum + cheques, 0),
  });
  const notes = absent.length + chain.absent.length + recounts.length + late.length + disputed.length;
  return (
    <>
      {notes + offered.length + receivedLeft.length > 0 && (
        <SectionHeader title={name ?? t('common.unnamed')} />
      )}
      {offered.length > 0 && <Text tone="quiet">{`${t('cash.desk.offered')}: ${offeredWords}`}</Text>}
      {receivedLeft.length > 0 && <Text tone="quiet">{`${t('cash.desk.received')}: ${receivedWords}`}</Text>}
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
      {chain.absent.length > 0 && (
        <Banner
          tone="person"
          icon="warning"
          title={t('cash.desk.absent', { count: chain.absent.length })}
          text={sums(chain.absent)}
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
  const given = handedWords(t, format, handOver);
  const there = (currency: string) =>
    format.money(
      (counted?.cash ?? [])
        .filter((sum) => sum.currency.toLowerCase() === currency.toLowerCase())
        .reduce((sum, { amount }) => sum + amount, 0),
      currency
    );
  const where =
    counted === null
      ? [t('counts.disputed.unknown', { name })]
      : [
          ...differences(handOver.cash, counted.cash).map(({ amount, currency }) =>
            t(amount < 0 ? 'counts.disputed.less' : 'counts.disputed.more', {
              name,
              counted: there(currency),
              amount: format.money(Math.abs(amount), currency),
            })
          ),
          counted.cheques !== handOver.cheques &&
            t('counts.disputed.cheques', {
              name,
              given: format.number(handOver.cheques),
              counted: format.number(counted.cheques),
            }),
        ];
  return (
    <Banner
      tone="person"
      icon="warning"
      title={
        counted === null
          ? t('cash.desk.disputedUnknown', { given, name })
          : t('cash.desk.disputed', { given, name, counted: handedWords(t, format, counted) })
      }
      text={[...where, reply?.kind === 'reply' ? reply.note : ''].filter(Boolean).join(' · ')}
    />
  );
}

const useStyles = createStyles(() => ({ person: { gap: space.s } }));
