// Offline: complete.
import { useEffect, useState } from 'react';
import { View } from 'react-native';

import { setFact } from '@/db/facts';
import { StartPractice } from '@/features/shared/StartPractice';
import { useRuntime } from '@/features/shared/runtime';
import { useBack, useLeave } from '@/features/shared/useBack';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Icon } from '@/ui/Icon';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

const pages = [
  { name: 'record', icon: 'plus' },
  { name: 'doors', icon: 'check' },
  { name: 'send', icon: 'arrowUp' },
  { name: 'correct', icon: 'edit' },
] as const;

/** A page each for recording, doors, sending and correcting. */
export function HelpScreen() {
  const { t, format } = useI18n();
  const styles = useStyles();
  const { store } = useRuntime();
  const back = useBack('/');
  const leave = useLeave('/');
  const [place, setPlace] = useState(0);
  const page = pages[place] ?? pages[0];
  const isLast = place === pages.length - 1;
  useEffect(() => {
    // Without a note that it was read, Home offers the help again, which harms nobody.
    store.write((tx) => setFact(tx, null, 'help_seen', true)).catch(() => undefined);
  }, [store]);
  return (
    <Screen
      title={t('help.title')}
      titlePlace="bar"
      back={back}
      barText={t('help.page', { page: format.number(place + 1), pages: format.number(pages.length) })}
      footer={
        <View style={styles.buttons}>
          {isLast && <StartPractice />}
          {place > 0 && (
            <Button kind="secondary" label={t('help.before')} onPress={() => setPlace(place - 1)} />
          )}
          {/* At the bottom of every page: a second tap at the same place never goes back. */}
          <Button
            size="main"
            label={t(isLast ? 'help.done' : 'help.next')}
            onPress={() => (isLast ? leave() : setPlace(place + 1))}
          />
        </View>
      }
    >
      <View style={styles.page} aria-live="polite">
        <Icon name={page.icon} size={48} tone="primary" />
        <Text variant="title" heading={2}>
          {t(`help.${page.name}.title`)}
        </Text>
        <Text>{t(`help.${page.name}.text`)}</Text>
        <Text>{t(`help.${page.name}.more`)}</Text>
      </View>
    </Screen>
  );
}

const useStyles = createStyles(() => ({
  page: { gap: space.l, paddingTop: space.l },
  buttons: { gap: space.s },
}));
