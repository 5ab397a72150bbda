import { View } from 'react-native';

import { useI18n } from '@/i18n/I18nProvider';
import { ChoiceChips } from '@/ui/ChoiceChips';
import { IconButton } from '@/ui/IconButton';
import { ListRow } from '@/ui/ListRow';
import { TextField } from '@/ui/TextField';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { type PickedStreet } from '../actionForm';

interface StreetRowProps {
  street: PickedStreet;
  error: string | undefined;
  onChange: (part: Partial<PickedStreet>) => void;
  onRemove: () => void;
}

/** A chosen street with its house numbers. */
export function StreetRow({ street, error, onChange, onRemove }: StreetRowProps) {
  const { t } = useI18n();
  const styles = useStyles();
  const isNumber = (typed: string) => /^\d{0,6}$/.test(typed.trim());
  return (
    <View style={styles.whole}>
      <ListRow
        title={street.street}
        detail={street.city}
        last
        trailing={
          <IconButton
            icon="close"
            kind="plain"
            label={t('teamEdit.removeWhom', { name: street.street })}
            onPress={onRemove}
          />
        }
      />
      <View style={styles.numbers}>
        {(['from', 'to'] as const).map((end) => (
          <View key={end} style={styles.number}>
            <TextField
              label={t(`actionEdit.streets.${end}`)}
              value={street[end]}
              onChangeText={(typed) => onChange({ [end]: typed })}
              inputMode="numeric"
              error={isNumber(street[end]) ? undefined : error}
            />
          </View>
        ))}
      </View>
      <ChoiceChips
        label={t('actions.addresses.side')}
        choices={(['all', 'even', 'odd'] as const).map((side) => ({
          value: side,
          label: side === 'all' ? t('actionEdit.streets.both') : t(`actions.addresses.${side}`),
        }))}
        value={street.side}
        onChange={(side) => onChange({ side })}
      />
    </View>
  );
}

const useStyles = createStyles(() => ({
  whole: { gap: space.s, paddingBottom: space.m },
  numbers: { flexDirection: 'row', gap: space.s },
  number: { flex: 1 },
}));
