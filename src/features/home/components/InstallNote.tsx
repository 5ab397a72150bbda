import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { View } from 'react-native';

import { followingStates } from '@/domain/outbox';
import { useRuntime, type InstallControls } from '@/features/shared/runtime';
import { useAttempt } from '@/features/shared/useAttempt';
import { useI18n } from '@/i18n/I18nProvider';
import { deviceQueries } from '@/queries/device';
import { outboxQueries } from '@/queries/outbox';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { answerInstall } from '../mutations';

import { EvictionNote, useEvictionRisk } from './EvictionNote';

/**
 * Offers to install the web app after the first saved record, until the person has answered. Installing is also the cure
 * for a browser that may delete records, so the offer warns of it; without the offer, the warning stands alone.
 */
export function InstallNote() {
  const { install } = useRuntime().device;
  return install === null ? <EvictionNote /> : <Offer install={install} />;
}

function Offer({ install }: { install: InstallControls }) {
  const { t } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const attempt = useAttempt();
  const way = useSyncExternalStore(install.subscribe, install.way, install.way);
  const { data: hasRecorded = false } = useQuery(deviceQueries.hasRecorded(runtime));
  const { data: isAnswered = true } = useQuery(deviceQueries.installAnswered(runtime));
  const { data: counts } = useQuery(outboxQueries.counts(runtime));
  const isAtRisk = useEvictionRisk();
  if (way === null || counts === undefined || !hasRecorded || isAnswered) return <EvictionNote />;
  // Safari gives the app on the home screen a storage of its own: what is only here would stay behind.
  if (way === 'steps' && counts.some(({ state }) => followingStates.includes(state))) return <EvictionNote />;
  const answer = () => void attempt(() => answerInstall(runtime));
  return (
    <Banner
      tone={isAtRisk ? 'waiting' : 'moving'}
      icon={isAtRisk ? 'warning' : 'device'}
      title={isAtRisk ? t('settings.phone.evictedTitle') : t('home.install.title')}
      text={isAtRisk ? t('settings.phone.evictedText') : t(`home.install.${way}`)}
      action={
        <View style={styles.answers}>
          <Button kind="quiet" label={t('settings.phone.notNowTitle')} onPress={answer} />
          {way === 'dialog' && (
            <Button
              label={t('home.install.accept')}
              onPress={() =>
                // The browser may refuse to show its dialog; the question is answered all the same.
                void install
                  .ask()
                  .catch(() => undefined)
                  .then(answer)
              }
            />
          )}
        </View>
      }
    />
  );
}

const useStyles = createStyles(() => ({
  // Below the text: short buttons next to it would squeeze it.
  answers: { flexBasis: '100%', flexDirection: 'row', flexWrap: 'wrap', gap: space.s },
}));
