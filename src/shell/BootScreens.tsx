// Offline: these screens come before any data, and none of them needs a network.
import { StyleSheet, View } from 'react-native';

import { type StoreProblem } from '@/db/errors';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';
import { useTheme } from '@/ui/theme';

/**
 * Shown for the moment that the database takes to open, before it has said which language to speak: the name alone, in
 * the middle, where it stands the same in every language.
 */
export function OpeningScreen({ words }: { words?: string }) {
  const { colors } = useTheme();
  return (
    <View style={[styles.opening, { backgroundColor: colors.background }]}>
      <Text variant="title" heading={1} align="center">
        Doorstep
      </Text>
      <Text tone="quiet" align="center">
        {words}
      </Text>
    </View>
  );
}

/** The same once the language is known; there is nothing to press. */
export function OpeningWordsScreen() {
  const { t } = useI18n();
  return <OpeningScreen words={t('boot.opening')} />;
}

const styles = StyleSheet.create({
  opening: { flex: 1, alignItems: 'center', justifyContent: 'center', gap: 8, padding: 20 },
});

/** The records are open in another tab. */
export function ElsewhereScreen({ takeOver }: { takeOver: () => void }) {
  const { t } = useI18n();
  return (
    <Screen title="Doorstep">
      <EmptyState
        icon="lock"
        title={t('boot.elsewhere.title')}
        text={t('boot.elsewhere.text')}
        action={<Button kind="primary" label={t('boot.elsewhere.takeOver')} onPress={takeOver} />}
      />
    </Screen>
  );
}

/** The page came over plain http: says why nothing can be kept here, and what whoever runs the service can do. */
export function InsecureScreen() {
  const { t } = useI18n();
  return (
    <Screen title="Doorstep">
      <EmptyState icon="lock" title={t('boot.insecure.title')} text={t('boot.insecure.text')} />
    </Screen>
  );
}

/** This browser keeps nothing: says what would. */
export function UnsupportedScreen() {
  const { t } = useI18n();
  return (
    <Screen title="Doorstep">
      <EmptyState icon="warning" title={t('boot.unsupported.title')} text={t('boot.unsupported.text')} />
    </Screen>
  );
}

/** Records from before are still here and cannot be read any more: said once, before an empty store is shown. */
export function SetAsideScreen({ goOn }: { goOn: () => void }) {
  const { t } = useI18n();
  return (
    <Screen title="Doorstep">
      <EmptyState
        icon="warning"
        title={t('boot.unreadable.title')}
        text={t('boot.unreadable.text')}
        action={<Button kind="primary" label={t('boot.unreadable.goOn')} onPress={goOn} />}
      />
    </Screen>
  );
}

interface FailedScreenProps {
  problem: StoreProblem;
  tryAgain: () => void;
}

const sentenceOf = (problem: StoreProblem) =>
  problem === 'closed' || problem === 'refused'
    ? ('boot.failed.failed' as const)
    : (`boot.failed.${problem}` as const);

/** The database cannot be opened: says which of the reasons it is, and that nothing was touched. */
export function FailedScreen({ problem, tryAgain }: FailedScreenProps) {
  const { t } = useI18n();
  return (
    <Screen title="Doorstep">
      <EmptyState
        icon="warning"
        title={t('boot.failed.title')}
        text={t(sentenceOf(problem))}
        action={<Button kind="primary" label={t('boot.failed.tryAgain')} onPress={tryAgain} />}
      />
    </Screen>
  );
}
