import { View } from 'react-native';

import { type Contact } from '@/contract/contact';
import { createdAt, updatedAt } from '@/contract/tolerant';
import { addressLine, readAddress } from '@/domain/address';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Card } from '@/ui/Card';
import { StatePill } from '@/ui/State';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';
import { RowText } from '@/ui/RowText';

type Detail = { label: string; value: string | undefined; isInvalid?: boolean };

/** The rest of the record. A phone number that does not work is marked. */
export function DetailsCard({ contact }: { contact: Contact }) {
  const { t } = useI18n();
  const styles = useStyles();
  const details = useDetails(contact).filter(({ value }) => value !== undefined && value !== '');
  if (details.length === 0) return null;
  return (
    <Card>
      <Text variant="section" heading={2}>
        {t('contacts.details.title')}
      </Text>
      <View>
        {details.map(({ label, value = '', isInvalid = false }, place) => (
          <View key={label} style={[styles.detail, place < details.length - 1 && styles.ruled]}>
            <RowText>
              <Text variant="note" tone="quiet">
                {label}
              </Text>
              <Text>{value}</Text>
            </RowText>
            {isInvalid && <StatePill tone="person" icon label={t('contacts.details.invalid')} />}
          </View>
        ))}
      </View>
    </Card>
  );
}

function useDetails(contact: Contact): Detail[] {
  const { t, format } = useI18n();
  const { now } = useRuntime();
  const { gender = '', birthdate } = contact;
  const nameOfCountry = (text: string | undefined) => text && format.countryName(text);
  const place = [contact.birth_city, nameOfCountry(contact.birth_country)].filter(Boolean).join(', ');
  const born = birthdate === undefined ? place : format.calendarDate(birthdate);
  const [created, updated] = [createdAt(contact), updatedAt(contact)];
  return [
    {
      label: t('contacts.details.mobile'),
      value: contact.mobile,
      isInvalid: contact.mobile_invalid === true,
    },
    { label: t('contacts.details.phone'), value: contact.phone, isInvalid: contact.phone_invalid === true },
    { label: t('contacts.details.mail'), value: contact.mail },
    { label: t('contacts.details.address'), value: useAddress(contact) },
    {
      label: t('contacts.details.birthdate'),
      value:
        birthdate !== undefined && place !== '' ? t('contacts.details.bornIn', { date: born, place }) : born,
    },
    {
      label: t('contacts.details.gender'),
      value:
        gender === 'M' || gender === 'F' || gender === 'O' ? t(`contacts.details.genders.${gender}`) : gender,
    },
    { label: t('contacts.details.nationality'), value: nameOfCountry(contact.nationality) },
    {
      label: t('contacts.details.ageCategory'),
      value: contact.age_category === undefined ? undefined : format.number(contact.age_category),
    },
    { label: t('contacts.details.created'), value: created && format.date(created) },
    { label: t('contacts.details.updated'), value: updated && format.since(updated, now()) },
  ];
}

/** The complete address. */
function useAddress({ address: raw }: Contact): string {
  const { t, format } = useI18n();
  if (raw === undefined) return '';
  const address = readAddress(raw);
  const { building, floor, door, addition, infos, country } = address;
  return [
    addressLine(address),
    building && t('contacts.details.building', { value: building }),
    floor && t('contacts.details.floor', { value: floor }),
    door && t('contacts.details.door', { value: door }),
    addition,
    infos,
    country && format.countryName(country),
  ]
    .filter(Boolean)
    .join(', ');
}

const useStyles = createStyles(({ colors }) => ({
  detail: {
    flexDirection: 'row',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: space.s,
    paddingVertical: space.s,
  },
  ruled: { borderBottomWidth: 1, borderBottomColor: colors.line },
}));
