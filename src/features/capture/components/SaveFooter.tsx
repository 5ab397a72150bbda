import { View } from 'react-native';

import { FieldsToFix } from '@/features/shared/forms/FieldsToFix';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { AmountText } from '@/ui/AmountText';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';
import { useVisibleHeight } from '@/ui/visibleHeight';

interface SaveFooterProps {
  /** The sum in figures and in words, to be read out before saving. */
  amount: string;
  words: string;
  /** What the sum consists of, where it has several parts: "€40.00 + €40.00". */
  parts: string;
  /** Below the button: cash in hand, or that it works without signal. */
  note: string;
  /** The number of validation errors, once Save was pressed. */
  errorCount: number;
  busy: boolean;
  onSave: () => void;
}

/** Below this height the sum and Save are one slim bar: a small phone, landscape, or an open keyboard. */
const SLIM_BELOW = 620;

/** The sum and the one main button, at the thumb. */
export function SaveFooter({ amount, words, parts, note, errorCount, busy, onSave }: SaveFooterProps) {
  const { t } = useI18n();
  const styles = useStyles();
  if (useVisibleHeight() < SLIM_BELOW) {
    return (
      <>
        <View style={styles.slim}>
          <View style={styles.slimSum}>
            <AmountText>{amount}</AmountText>
            {parts !== '' && (
              <Text variant="note" tone="quiet">
                {parts}
              </Text>
            )}
          </View>
          <Button icon="check" label={t('common.save')} busy={busy} onPress={onSave} />
        </View>
        {errorCount > 0 && <FieldsToFix count={errorCount} />}
      </>
    );
  }
  return (
    <>
      <View style={styles.sum}>
        <AmountText align="center">{amount}</AmountText>
        {[parts, words]
          .filter((line) => line !== '')
          .map((line) => (
            <Text key={line} variant="note" tone="quiet" align="center">
              {line}
            </Text>
          ))}
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
  slim: { flexDirection: 'row', alignItems: 'center', gap: space.m },
  slimSum: { flex: 1 },
}));
