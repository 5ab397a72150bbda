import { useQuery } from '@tanstack/react-query';

import { type RoundSummary, useRuntime, useSyncStatus } from '@/features/shared/runtime';
import { syncLine } from '@/features/shared/syncLine';
import { useI18n } from '@/i18n/I18nProvider';
import { diagnosticsQueries } from '@/queries/diagnostics';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { Facts, type Fact } from '@/ui/Facts';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { useToast } from '@/ui/Toast';

import { writeDiagnosis } from '../diagnostics';

const mostRounds = 5;

/** The state of sync, for support. */
export function Diagnostics() {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const toast = useToast();
  const status = useSyncStatus();
  const { data: usage } = useQuery(diagnosticsQueries.usage(runtime));
  const { data: problems } = useQuery(diagnosticsQueries.problems(runtime));
  const about = runtime.device.appInfo();
  const rounds = runtime.sync.listRounds();
  const line = syncLine(t, format, status, runtime.now(), runtime.session.ended);

  const wordOf = ({ end, problem }: RoundSummary) =>
    problem === null ? t(`settings.diagnostics.end.${end}`) : t(`settings.diagnostics.problem.${problem}`);
  const share = async () => {
    const text = writeDiagnosis({
      madeAt: runtime.now(),
      about,
      service: runtime.session.baseUrl,
      status,
      rounds,
      counts: usage?.counts ?? [],
      sizeInBytes: usage?.size ?? 0,
      quarantined: problems?.quarantined ?? [],
      reasons: problems?.reasons ?? [],
      outbox: problems?.outbox ?? [],
    });
    const result = await runtime.device.shareFile({
      name: 'doorstep-diagnostics.json',
      type: 'application/json',
      text,
    });
    if (result === 'failed')
      toast({ tone: 'person', icon: 'warning', title: t('settings.diagnostics.failed') });
  };

  return (
    <>
      <SectionHeader title={t('settings.diagnostics.title')} />
      <Text variant="note" tone="quiet">
        {t('settings.diagnostics.text')}
      </Text>
      <Banner tone={line.tone} icon={line.icon} title={line.text} />
      <Facts
        facts={[
          [t('settings.diagnostics.version'), about.version],
          [t('settings.diagnostics.system'), `${about.platform} ${about.system}`],
          ...(problems?.quarantined ?? []).map(({ list, count }): Fact => [
            `${t('settings.diagnostics.unreadableRecords')} · ${list}`,
            format.number(count),
          ]),
          [
            t('settings.diagnostics.rounds'),
            rounds.length === 0
              ? t('settings.diagnostics.noRounds')
              : rounds
                  .slice(0, mostRounds)
                  .map((round) =>
                    t('settings.diagnostics.round', { time: format.time(round.endedAt), end: wordOf(round) })
                  )
                  .join('\n'),
          ],
        ]}
      />
      <Button
        kind="secondary"
        icon="share"
        label={t('settings.diagnostics.share')}
        onPress={() => void share()}
      />
    </>
  );
}
