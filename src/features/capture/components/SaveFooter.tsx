import { View } from 'react-native';

import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Icon } from '@/ui/Icon';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

interface SaveFooterProps {
  /** The sum as money and in words, said before it is saved. */
  amount: string;
  words: string;
  /** Beneath the button: cash in hand, or that it works without signal. */
  note: string;
  /** What stands in the way, once Save was pressed. */
  problem: string | null;
  busy: boolean;
  onSave: () => void;
}

/** The sum and the one main button, at the thumb. */
export function SaveFooter({ amount, words, note, problem, busy, onSave }: SaveFooterProps) {
  const { t } = useI18n();
  const styles = useStyles();
  return (
    <>
      <View style={styles.sum}>
        <Text variant="figure" align="center">
          {amount}
        </Text>
        {words !== '' && (
          <Text variant="note" tone="quiet" align="center">
            {words}
          </Text>
        )}
      </View>
      <Button size="main" icon="check" label={t('common.save')} busy={busy} onPress={onSave} />
      <View aria-live="polite">
        {problem === null ? (
          <Text variant="note" tone="quiet" align="center">
            {note}
          </Text>
        ) : (
          <View style={styles.problem}>
            <Icon name="warning" size={18} tone="person" />
            <Text variant="noteStrong" tone="person">
              {problem}
            </Text>
          </View>
        )}
      </View>
    </>
  );
}

const useStyles = createStyles(() => ({
  sum: { paddingBottom: space.xs },
  problem: { flexDirection: 'row', alignItems: 'center', justifyContent: 'center', gap: space.xs },
}));
