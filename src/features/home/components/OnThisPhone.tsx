import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';
import { View } from 'react-native';

import { outboxTotals } from '@/domain/outboxTotals';
import { moneyList } from '@/features/shared/moneyList';
import { useRuntime, useSyncStatus } from '@/features/shared/runtime';
import { syncLine } from '@/features/shared/syncLine';
import { useI18n } from '@/i18n/I18nProvider';
import { outboxQueries } from '@/queries/outbox';
import { Banner } from '@/ui/Banner';
import { ProgressBar } from '@/ui/ProgressBar';
import { radius } from '@/ui/tokens';

/** The progress of the first download, once the service has sent the total. */
function FirstFetch() {
  const { t } = useI18n();
  const { phase, lastPulledAt } = useSyncStatus();
  if (phase.kind !== 'pulling' || lastPulledAt !== null || phase.total === null) return null;
  const what = t(`common.line.first.${phase.step}`);
  return <ProgressBar label={t('home.firstDownload', { what })} done={phase.done} total={phase.total} />;
}

/** Covers the last line of the banner, so that nothing moves when it appears. */
const alongTheEnd = { position: 'absolute', bottom: 0, start: radius.button, end: radius.button } as const;

/** Unsent records, the progress of the first download, and the state of sync. */
export function OnThisPhone() {
  return (
    <View>
      <UnsentBanner />
      <View style={alongTheEnd}>
        <FirstFetch />
      </View>
    </View>
  );
}

/** Unsent records and the state of sync. Opens the outbox. */
function UnsentBanner() {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const status = useSyncStatus();
  const { data: counts } = useQuery(outboxQueries.counts(runtime));
  if (counts === undefined) return null;

  const openOutbox = () => router.navigate('/outbox');
  const line = syncLine(t, format, status, runtime.now(), runtime.session.ended);
  const { unsent, parts } = outboxTotals(counts);
  const refused = parts.find(({ name }) => name === 'person')?.count ?? 0;
  const amount = unsent.sums.length === 0 ? [] : [moneyList(format, unsent.sums)];
  const onPhone = t('outbox.totals.onPhone', { count: unsent.count });

  if (refused > 0)
    return (
      <Banner
        tone="person"
        icon="warning"
        // One record is named once: where all of them need the person, they are not counted again.
        title={[
          t('outbox.totals.person', { count: refused }),
          ...(refused < unsent.count ? [onPhone] : []),
          ...amount,
        ].join(' · ')}
        text={t('home.needsYouText')}
        onPress={openOutbox}
      />
    );
  if (unsent.count > 0)
    return (
      <Banner
        tone={line.tone === 'done' ? 'waiting' : line.tone}
        icon="device"
        title={[onPhone, ...amount].join(' · ')}
        text={line.text}
        onPress={openOutbox}
      />
    );
  // Where the membership has ended, `SignInAgain` says so.
  if (runtime.session.ended !== null) return null;
  // Before the first download is complete there is nothing that could be sent; signed out, only the line matters.
  const isLineOnly = status.lastPulledAt === null || status.phase.kind === 'signed_out';
  return (
    <Banner
      tone={line.tone}
      icon={line.icon}
      title={isLineOnly ? line.text : t('home.allSent')}
      text={isLineOnly ? undefined : line.text}
      onPress={openOutbox}
    />
  );
}
