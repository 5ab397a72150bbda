import { View } from 'react-native';

import { useI18n } from '@/i18n/I18nProvider';
import { ChoiceChips } from '@/ui/ChoiceChips';
import { IconButton } from '@/ui/IconButton';
import { ListRow } from '@/ui/ListRow';
import { TextField } from '@/ui/TextField';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { isHouseNumber, streetError, type PickedStreet } from '../actionForm';

interface StreetRowProps {
  street: PickedStreet;
  /** Whether a wrong number is shown as an error. */
  isTried: boolean;
  onChange: (part: Partial<PickedStreet>) => void;
  onRemove: () => void;
}

/** A chosen street with its house numbers. */
export function StreetRow({ street, isTried, onChange, onRemove }: StreetRowProps) {
  const { t } = useI18n();
  const styles = useStyles();
  const error = isTried ? streetError(street) : null;
  const isWrong = (end: 'from' | 'to') =>
    error === 'from_after_to' ? end === 'to' : !isHouseNumber(street[end]);
  return (
    <View role="group" aria-label={street.street} style={styles.whole}>
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
              error={error !== null && isWrong(end) ? t(`actionEdit.error.${error}`) : undefined}
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
