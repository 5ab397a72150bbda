import { useState } from 'react';
import { View } from 'react-native';

import { type Address, type Street, type StreetSide } from '@/domain/address';
import { ContactButtons } from '@/features/shared/ContactButtons';
import { useI18n } from '@/i18n/I18nProvider';
import { ChoiceChips } from '@/ui/ChoiceChips';
import { ListRow } from '@/ui/ListRow';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

const sides: readonly StreetSide[] = ['even', 'odd', 'unnumbered'];

/** The addresses by street and side; one street is open at a time. */
export function Streets({ streets }: { streets: readonly Street[] }) {
  const { t, format } = useI18n();
  const [openKey, setOpenKey] = useState<string | null>(streets[0]?.key ?? null);
  return (
    <View>
      {streets.map((street) => (
        <View key={street.key}>
          <ListRow
            title={street.name || t('actions.addresses.noStreet')}
            detail={[
              street.town,
              t('actions.addresses.count', { count: street.count, number: format.number(street.count) }),
            ]
              .filter(Boolean)
              .join(' · ')}
            expanded={street.key === openKey}
            onPress={() => setOpenKey(street.key === openKey ? null : street.key)}
          />
          {street.key === openKey && <Doors street={street} />}
        </View>
      ))}
    </View>
  );
}

function Doors({ street }: { street: Street }) {
  const { t } = useI18n();
  const styles = useStyles();
  const there = sides.filter((side) => street.sides[side].length > 0);
  const [chosen, setChosen] = useState<StreetSide | null>(null);
  const side = chosen ?? there[0] ?? 'even';
  return (
    <View style={styles.doors}>
      {there.length > 1 && (
        <ChoiceChips
          label={t('actions.addresses.side')}
          labelHidden
          choices={there.map((value) => ({ value, label: t(`actions.addresses.${value}`) }))}
          value={side}
          onChange={setChosen}
        />
      )}
      <View>
        {street.sides[side].map((address, place) => (
          <Door key={`${address.houseNumber} ${place}`} address={address} />
        ))}
      </View>
    </View>
  );
}

function Door({ address }: { address: Address }) {
  const { t } = useI18n();
  const styles = useStyles();
  const { building, floor, door, addition, infos } = address;
  const details = [
    addition,
    building && t('actions.addresses.building', { value: building }),
    floor && t('actions.addresses.floor', { value: floor }),
    door && t('actions.addresses.door', { value: door }),
    infos,
  ].filter(Boolean);
  return (
    <View style={styles.door}>
      <View style={styles.number}>
        <Text variant="amount">{address.houseNumber || '–'}</Text>
      </View>
      <View style={styles.words}>
        <Text variant="note" tone="quiet">
          {details.join(' · ') || t('actions.addresses.noNote')}
        </Text>
      </View>
      <ContactButtons address={address} ways={['directions']} />
    </View>
  );
}

const useStyles = createStyles(({ colors, fontScale }) => ({
  doors: { gap: space.s, paddingVertical: space.s },
  door: {
    flexDirection: 'row',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: space.m,
    paddingVertical: space.xs,
    borderBottomWidth: 1,
    borderBottomColor: colors.line,
  },
  number: { minWidth: 60 },
  words: { flexGrow: 1, flexShrink: 1, flexBasis: 110 * fontScale },
}));
