import { View } from 'react-native';

import { FieldsToFix } from '@/features/shared/FieldsToFix';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { AmountText } from '@/ui/AmountText';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

interface SaveFooterProps {
  /** The sum in figures and in words, to be read out before saving. */
  amount: string;
  words: string;
  /** Below the button: cash in hand, or that it works without signal. */
  note: string;
  /** The number of validation errors, once Save was pressed. */
  errorCount: number;
  busy: boolean;
  onSave: () => void;
}

/** The sum and the one main button, at the thumb. */
export function SaveFooter({ amount, words, note, errorCount, busy, onSave }: SaveFooterProps) {
  const { t } = useI18n();
  const styles = useStyles();
  return (
    <>
      <View style={styles.sum}>
        <AmountText align="center">{amount}</AmountText>
        {words !== '' && (
          <Text variant="note" tone="quiet" align="center">
            {words}
          </Text>
        )}
      </View>
      <Button size="main" icon="check" label={t('common.save')} busy={busy} onPress={onSave} />
      {errorCount > 0 ? (
        <FieldsToFix count={errorCount} />
      ) : (
        <Text variant="note" tone="quiet" align="center">
          {note}
        </Text>
      )}
    </>
  );
}

const useStyles = createStyles(() => ({
  sum: { paddingBottom: space.xs },
}));
