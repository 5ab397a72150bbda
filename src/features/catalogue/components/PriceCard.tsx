import { type TFunction } from 'i18next';
import { View } from 'react-native';

import { updatedAt } from '@/contract/tolerant';
import { type DonationPrice, type MembershipPrice } from '@/contract/price';
import { isInCurrency } from '@/domain/catalogue';
import { readDuration } from '@/domain/membershipPeriod';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { StatePill } from '@/ui/State';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { radius, space, target } from '@/ui/tokens';

interface PriceCardProps {
  price: MembershipPrice | DonationPrice;
  isDefault: boolean;
  /** The currency of the space; null without settings. */
  currency: string | null;
  /** Opens the form of the price, for those who may change it. */
  onPress?: (() => void) | undefined;
  /** Opens the form of the same price in the currency of the space. */
  onCopy?: (() => void) | undefined;
}

/** A price as on the capture form, with further fields below. */
export function PriceCard({ price, isDefault, currency, onPress, onCopy }: PriceCardProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const changed = updatedAt(price);
  // A price without an amount is a typed one: "€0" would be wrong.
  const isFree = price.allow_custom_amount === true && !price.amount;
  const isOther = currency !== null && !isInCurrency(price, currency);
  const present = (currency ?? '').toUpperCase();
  const name = price.name || t('common.unnamed');
  return (
    <View style={[styles.card, (price.hidden === true || isOther) && styles.hidden]}>
      <Text variant="amount">
        {isFree ? t('catalogue.customAmount') : format.moneyShort(price.amount ?? 0, price.currency ?? '')}
      </Text>
      <Text variant="note">{price.name ?? t('common.unnamed')}</Text>
      {price.allow_custom_amount === true && !isFree && (
        <Text variant="note" tone="quiet">
          {t('catalogue.customAmount')}
        </Text>
      )}
      {'membership_price_group_id' in price && <Period price={price} />}
      {price.hidden === true && <StatePill tone="waiting" label={t('catalogue.hidden')} />}
      {isOther && price.hidden !== true && (
        <Text variant="note" tone="person">
          {t('catalogueEdit.notOffered', { currency: present })}
        </Text>
      )}
      {isDefault && !isOther && <StatePill tone="done" label={t('catalogue.isDefault')} />}
      <Text variant="small" tone="quiet">
        {[
          price.currency?.toUpperCase(),
          t('catalogue.number', { id: String(price.id) }),
          price.kind && kindWord(t, price.kind),
          changed && t('catalogue.changed', { day: format.date(changed) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {onPress !== undefined && (
        <Button kind="quiet" label={t('catalogueEdit.editWhat', { name })} onPress={onPress} />
      )}
      {onCopy !== undefined && isOther && price.hidden !== true && (
        <Button
          kind="quiet"
          icon="plus"
          label={t('catalogueEdit.copy', { name, currency: present })}
          onPress={onCopy}
        />
      )}
    </View>
  );
}

const priceKinds = ['standard', 'fixed', 'custom'] as const;

/** "Fixed amount". A kind that only this organisation uses is shown unchanged. */
function kindWord(t: TFunction, kind: string): string {
  const known = priceKinds.find((candidate) => candidate === kind);
  return known === undefined ? kind : t(`catalogueEdit.priceKind.${known}`);
}

function Period({ price: { duration, rolling_period: period } }: { price: MembershipPrice }) {
  const { t, format } = useI18n();
  const parts = readDuration(duration);
  const length =
    parts === null
      ? null
      : format.list(parts.map(({ unit, count }) => t(`catalogue.length.${unit}`, { count })));
  return (
    <Text variant="note" tone="quiet">
      {length === null
        ? t('catalogue.period.unknown')
        : period === 'rolling' || period === 'calendar'
          ? t(`catalogue.period.${period}`, { length })
          : t('catalogue.period.other', { length, period: period ?? '' })}
    </Text>
  );
}

const useStyles = createStyles(({ colors, fontScale }) => ({
  card: {
    flexGrow: 1,
    flexShrink: 1,
    flexBasis: fontScale > 1.4 ? '100%' : '40%',
    minHeight: target.main + space.l,
    gap: 3,
    padding: space.m + 2,
    borderRadius: radius.card,
    borderWidth: 1,
    borderColor: colors.line,
    backgroundColor: colors.surface,
  },
  hidden: { borderStyle: 'dashed', borderColor: colors.inkQuiet, backgroundColor: colors.background },
}));
