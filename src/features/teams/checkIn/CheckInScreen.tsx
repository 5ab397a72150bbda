// Offline: complete. The check-in is saved on this phone, and reported to the board of the leader with signal.
import { useQuery } from '@tanstack/react-query';
import { useLocalSearchParams } from 'expo-router';
import { useCallback, useEffect, useState } from 'react';

import { isCheckedIn } from '@/domain/checkIn';
import { CodeEntry } from '@/features/shared/CodeEntry';
import { Loaded } from '@/features/shared/Loaded';
import { useRuntime } from '@/features/shared/runtime';
import { useBack, useLeave } from '@/features/shared/useBack';
import { useLacksExtension } from '@/features/shared/useExtension';
import { useI18n } from '@/i18n/I18nProvider';
import { boardQueries } from '@/queries/board';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';

import { checkIn } from './mutations';

/** A person scans the code of their leader. A link that the camera of the phone opened has the code in its fragment. */
export function CheckInScreen() {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const query = useQuery(boardQueries.checkIn(runtime));
  const isNotPassedOn = useLacksExtension('board');
  const { '#': opened } = useLocalSearchParams<{ '#'?: string }>();
  const [isScanning, setScanning] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isPractice = runtime.practice.isOn;
  const leave = useLeave('/');

  const read = useCallback(
    async (text: string): Promise<string | null> => {
      const result = await checkIn(runtime, text);
      if (result.kind === 'refused') return t(`checkIn.refused.${result.why}`);
      return result.kind === 'saved' ? null : t(`common.saved.${result.kind}`);
    },
    [runtime, t]
  );
  useEffect(() => {
    if (opened && !isPractice) void read(opened).then(setProblem);
  }, [opened, isPractice, read]);
  const readScanned = async (text: string) => {
    const why = await read(text);
    setProblem(null);
    if (why === null) setScanning(false);
    return why;
  };

  return (
    <Screen title={t('checkIn.title')} titlePlace="bar" back={useBack('/')}>
      {problem !== null && <Banner tone="person" icon="warning" live title={problem} />}
      {isPractice ? (
        <Banner tone="moving" icon="info" title={t('practice.noCodes')} text={t('checkIn.practiceText')} />
      ) : (
        <Loaded query={query}>
          {({ checkIn: last, teams }) => {
            if (teams.length === 0)
              return <EmptyState icon="people" title={t('checkIn.noTeam')} text={t('checkIn.noTeamText')} />;
            const team = teams.find(({ id }) => id === last?.teamId)?.team;
            const isHere = last !== null && team !== undefined && isCheckedIn(last.at, runtime.now());
            return (
              <>
                {isHere && (
                  <Banner
                    tone="done"
                    icon="check"
                    live
                    title={t('checkIn.done', {
                      team: team.name || t('common.unnamed'),
                      time: format.time(last.at),
                    })}
                    text={t(isNotPassedOn ? 'checkIn.showText' : 'checkIn.doneText')}
                  />
                )}
                {isHere && !isScanning ? (
                  <>
                    <Button label={t('common.close')} onPress={leave} />
                    <Button kind="secondary" label={t('checkIn.again')} onPress={() => setScanning(true)} />
                  </>
                ) : (
                  <>
                    <Text>{t('checkIn.text')}</Text>
                    <CodeEntry onCode={readScanned} />
                  </>
                )}
              </>
            );
          }}
        </Loaded>
      )}
    </Screen>
  );
}
