import { View } from 'react-native';

import { useI18n } from '@/i18n/I18nProvider';
import { Icon } from '@/ui/Icon';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

/** Next to Save: the number of validation errors. Each is shown at its field. */
export function FieldsToFix({ count }: { count: number }) {
  const { t } = useI18n();
  const styles = useStyles();
  return (
    <View style={styles.row} aria-live="polite">
      <Icon name="warning" size={18} tone="person" />
      <View style={styles.words}>
        <Text variant="noteStrong" tone="person">
          {t('common.form.toFix', { count })}
        </Text>
      </View>
    </View>
  );
}

const useStyles = createStyles(() => ({
  row: { flexDirection: 'row', alignItems: 'center', justifyContent: 'center', gap: space.xs },
  words: { flexShrink: 1 },
}));
