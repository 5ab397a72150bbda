// Offline: the same. These screens need no data and no network.
import { StyleSheet, View } from 'react-native';

import { type StoreProblem } from '@/db/errors';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';
import { useTheme } from '@/ui/theme';

/**
 * Shown while the database opens. Before the language is known it shows the name only, which is the same in every
 * language.
 */
export function OpeningScreen({ text }: { text?: string }) {
  const { colors } = useTheme();
  return (
    <View style={[styles.opening, { backgroundColor: colors.background }]}>
      <Text variant="title" heading={1} align="center">
        Doorstep
      </Text>
      <Text tone="quiet" align="center">
        {text}
      </Text>
    </View>
  );
}

export function OpeningTextScreen() {
  const { t } = useI18n();
  return <OpeningScreen text={t('boot.opening')} />;
}

const styles = StyleSheet.create({
  opening: { flex: 1, alignItems: 'center', justifyContent: 'center', gap: 8, padding: 20 },
});

interface OtherTabScreenProps {
  /** The other tab was asked to close the database and did not. */
  isStuck: boolean;
  takeOver: () => void;
}

/** Another tab has the database open. */
export function OtherTabScreen({ isStuck, takeOver }: OtherTabScreenProps) {
  const { t } = useI18n();
  return (
    <Screen title="Doorstep">
      <EmptyState
        icon="lock"
        title={t('boot.elsewhere.title')}
        text={t(isStuck ? 'boot.elsewhere.noAnswer' : 'boot.elsewhere.text')}
        action={<Button kind="primary" label={t('boot.elsewhere.takeOver')} onPress={takeOver} />}
      />
    </Screen>
  );
}

/** The page was loaded over plain http, where a browser has no persistent storage. */
export function InsecureScreen() {
  const { t } = useI18n();
  return (
    <Screen title="Doorstep">
      <EmptyState icon="lock" title={t('boot.insecure.title')} text={t('boot.insecure.text')} />
    </Screen>
  );
}

/** This browser has no persistent storage. */
export function UnsupportedScreen() {
  const { t } = useI18n();
  return (
    <Screen title="Doorstep">
      <EmptyState icon="warning" title={t('boot.unsupported.title')} text={t('boot.unsupported.text')} />
    </Screen>
  );
}

/** An earlier database cannot be decrypted: shown once, before an empty one is opened. */
export function QuarantinedScreen({ acknowledge }: { acknowledge: () => void }) {
  const { t } = useI18n();
  return (
    <Screen title="Doorstep">
      <EmptyState
        icon="warning"
        title={t('boot.unreadable.title')}
        text={t('boot.unreadable.text')}
        action={<Button kind="primary" label={t('boot.unreadable.goOn')} onPress={acknowledge} />}
      />
    </Screen>
  );
}

/** The records were deleted outside of the app: shown once, before it looks like an empty phone. */
export function RecordsDeletedScreen({ acknowledge }: { acknowledge: () => void }) {
  const { t } = useI18n();
  return (
    <Screen title="Doorstep">
      <EmptyState
        icon="warning"
        title={t('boot.deleted.title')}
        text={t('boot.deleted.text')}
        action={<Button kind="primary" label={t('boot.deleted.goOn')} onPress={acknowledge} />}
      />
    </Screen>
  );
}

interface FailedScreenProps {
  problem: StoreProblem;
  tryAgain: () => void;
}

const messageKey = (problem: StoreProblem) =>
  problem === 'closed' || problem === 'refused'
    ? ('boot.failed.failed' as const)
    : (`boot.failed.${problem}` as const);

/** The database cannot be opened. */
export function FailedScreen({ problem, tryAgain }: FailedScreenProps) {
  const { t } = useI18n();
  return (
    <Screen title="Doorstep">
      <EmptyState
        icon="warning"
        title={t('boot.failed.title')}
        text={t(messageKey(problem))}
        action={<Button kind="primary" label={t('boot.failed.tryAgain')} onPress={tryAgain} />}
      />
    </Screen>
  );
}
