import { router } from 'expo-router';

import { type OutboxRow } from '@/db/outbox/outbox';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { StatePill } from '@/ui/State';

const needsPerson = (rows: readonly Pick<OutboxRow, 'state'>[]) =>
  rows.some(({ state }) => state === 'parked' || state === 'needs_person');

type PendingProps = { rows: readonly Pick<OutboxRow, 'state'>[] };

/** Shown on a record with changes that may not be sent yet; opens the outbox. */
export function PendingNote({ rows }: PendingProps) {
  const { t } = useI18n();
  if (rows.every(({ state }) => state === 'acked')) return null;
  const isRefused = needsPerson(rows);
  return (
    <Banner
      tone={isRefused ? 'person' : 'waiting'}
      icon={isRefused ? 'warning' : 'device'}
      title={t(isRefused ? 'common.pending.refusedTitle' : 'common.pending.title')}
      text={t(isRefused ? 'common.pending.refusedText' : 'common.pending.text')}
      onPress={() => router.navigate('/outbox')}
    />
  );
}

/** The short form, for a row of a list. */
export function PendingPill({ rows }: PendingProps) {
  const { t } = useI18n();
  if (rows.every(({ state }) => state === 'acked')) return null;
  const isRefused = needsPerson(rows);
  return (
    <StatePill
      tone={isRefused ? 'person' : 'waiting'}
      icon
      label={t(isRefused ? 'common.pending.personPill' : 'common.pending.pill')}
    />
  );
}
