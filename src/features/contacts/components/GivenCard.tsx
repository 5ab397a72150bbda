import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { View } from 'react-native';

import { giftsHeld } from '@/domain/buckets';
import { Loaded } from '@/features/shared/Loaded';
import { useRuntime } from '@/features/shared/runtime';
import { statusKindWord } from '@/features/shared/statusKind';
import { useI18n } from '@/i18n/I18nProvider';
import { bucketQueries } from '@/queries/buckets';
import { contactQueries } from '@/queries/contacts';
import { BarChart } from '@/ui/BarChart';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { ListRow } from '@/ui/ListRow';
import { StatePill } from '@/ui/State';
import { Text } from '@/ui/Text';
import { type StateTone } from '@/ui/tokens';

import { sumGiven, type Gift, type Given } from '../given';

const fewGifts = 5;

/** The gifts of a contact, by year and one by one, with unsent ones. Says whose gifts these are where the phone has not all. */
export function GivenCard({ contactId }: { contactId: number }) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const query = useQuery(contactQueries.given(runtime, contactId));
  const { data: buckets = null } = useQuery(bucketQueries.current(runtime));
  const held = giftsHeld(buckets);
  const given = useMemo(
    () =>
      query.data === undefined
        ? undefined
        : sumGiven(query.data.bundles, query.data.statuses, { contactId, now: runtime.now() }),
    [query.data, contactId, runtime]
  );
  return (
    <Card>
      <Text variant="section" heading={2}>
        {t('contacts.given.title')}
      </Text>
      {held !== 'all' && (
        <Text variant="note" tone="quiet">
          {t(`contacts.given.${held}`)}
        </Text>
      )}
      <Loaded query={query} rows={2}>
        {() => given !== undefined && <GivenParts given={given} />}
      </Loaded>
    </Card>
  );
}

function GivenParts({ given }: { given: Given }) {
  const { t, format } = useI18n();
  const { now } = useRuntime();
  const [showsAll, setShowsAll] = useState(false);
  if (given.gifts.length === 0) return <Text tone="quiet">{t('contacts.given.none')}</Text>;
  const { memberUntil } = given;
  const money = given.sums.map(({ amount, currency }) => format.money(amount, currency)).join(' + ');
  const membership =
    memberUntil !== null &&
    t(Date.parse(memberUntil) >= now() ? 'contacts.given.memberUntil' : 'contacts.given.wasMember', {
      date: format.calendarDate(memberUntil),
    });
  const sum = money !== '' && t('contacts.given.received', { amount: money });
  const counts = (['donations', 'memberships'] as const).map(
    (kind) => given[kind] > 0 && t(`contacts.given.${kind}`, { count: given[kind] })
  );
  const summary = [sum, ...counts, membership].filter(Boolean);
  const shown = showsAll ? given.gifts : given.gifts.slice(0, fewGifts);
  return (
    <>
      {money !== '' && (
        <BarChart
          bars={given.years.map(({ year, amount }) => ({
            key: String(year),
            label: String(year % 100).padStart(2, '0'),
            value: amount,
          }))}
          label={t('contacts.given.chart', {
            years: format.commaList(
              given.years
                .filter(({ amount }) => amount > 0)
                .map(({ year, amount }) =>
                  t('contacts.given.year', {
                    year: String(year),
                    amount: format.money(amount, given.currency),
                  })
                )
            ),
          })}
        />
      )}
      {summary.length > 0 && (
        <Text variant="note" tone="quiet">
          {summary.join(' · ')}
        </Text>
      )}
      <View>
        {shown.map((gift, place) => (
          <GiftRow key={gift.key} gift={gift} last={place === shown.length - 1} />
        ))}
      </View>
      {shown.length < given.gifts.length && (
        <Button
          kind="quiet"
          label={t('contacts.given.more', { count: given.gifts.length })}
          onPress={() => setShowsAll(true)}
        />
      )}
    </>
  );
}

const tones: Record<string, StateTone> = {
  valid: 'done',
  unpaid: 'waiting',
  reimbursed: 'moving',
  bank_error: 'person',
  cancel: 'person',
};

function GiftRow({ gift, last }: { gift: Gift; last: boolean }) {
  const { t, format } = useI18n();
  const date = gift.date === null ? t('contacts.given.noDate') : format.date(gift.date);
  const until = gift.until !== null && t('contacts.given.until', { date: format.calendarDate(gift.until) });
  // The status shows that nothing was received; a part is shown here.
  const received =
    gift.counts &&
    gift.received !== gift.amount &&
    t('contacts.given.received', { amount: format.money(gift.received, gift.currency) });
  return (
    <ListRow
      title={format.money(gift.amount, gift.currency)}
      detail={[t(`contacts.given.${gift.kind}`), date, until, received].filter(Boolean).join(' · ')}
      last={last}
      trailing={<GiftState gift={gift} />}
    />
  );
}

/** The state of a gift: that of its unsent row, else its status. */
function GiftState({ gift }: { gift: Gift }) {
  const { t } = useI18n();
  const state = gift.pending?.state;
  if (state !== undefined && state !== 'replaced' && state !== 'local' && state !== 'cancelled') {
    const tone: StateTone =
      state === 'queued'
        ? 'waiting'
        : state === 'acked'
          ? 'done'
          : state === 'sending' || state === 'unknown'
            ? 'moving'
            : 'person';
    return <StatePill tone={tone} label={t(`contacts.state.${state}`)} icon />;
  }
  if (gift.status === null) return null;
  return (
    <StatePill
      tone={tones[gift.status.kind ?? ''] ?? 'moving'}
      label={gift.status.name ?? statusKindWord(t, gift.status.kind ?? '')}
    />
  );
}
