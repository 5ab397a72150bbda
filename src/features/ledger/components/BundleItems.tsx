import { router } from 'expo-router';
import { View } from 'react-native';

import { type ShownBundle } from '@/db/outbox/pendingBundles';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Facts, type Fact } from '@/ui/Facts';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { fieldName, fieldValue, personOf, type FieldWords } from '../labels';

type Item = Record<string, unknown> & {
  id?: number;
  contact_id?: number;
  comment?: string;
  currency?: string;
};

const transactionFields = [
  'amount',
  'payment_method_kind',
  'status_id',
  'date',
  'code_campaign',
  'reimbursed_amount',
  'unpaid_amount',
  'comment',
  'comment_date',
  'payment_method',
  'delivered_at',
  'delivery_token',
  'external_transaction_id',
  'id',
] as const;
const membershipFields = [
  'amount',
  'amount_initial',
  'membership_price_id',
  'start_date',
  'end_date',
  'rolling_year',
  'comment',
  'id',
] as const;
const donationFields = [
  'amount',
  'initial_amount',
  'donation_price_id',
  'date',
  'affectation',
  'comment',
  'id',
] as const;

interface BundleItemsProps {
  bundle: ShownBundle;
  words: FieldWords;
}

/** The contents of a bundle, item by item and field by field. */
export function BundleItems({ bundle, words }: BundleItemsProps) {
  const { t } = useI18n();
  const styles = useStyles();
  const factsOf = (item: Item, who: Fact, fields: readonly string[]): Fact[] => [
    who,
    ...fields.map((field): Fact => [
      fieldName(t, field),
      fieldValue(words, field, item[field], item.currency ?? ''),
    ]),
  ];
  const cards = (
    items: readonly Item[],
    title: string,
    who: 'payer' | 'beneficiary',
    fields: readonly string[]
  ) =>
    items.map((item, place) => (
      <View key={`${title} ${item.id ?? place}`} style={styles.item}>
        <Facts title={title} facts={factsOf(item, [fieldName(t, who), personOf(words, item)], fields)} />
        {item.contact_id !== undefined && (
          <Button
            kind="quiet"
            label={t('ledger.bundle.openContact', { name: personOf(words, item) })}
            onPress={() =>
              router.push({ pathname: '/contacts/[id]', params: { id: Number(item.contact_id) } })
            }
          />
        )}
      </View>
    ));
  return (
    <>
      {cards(bundle.transactions, t('ledger.bundle.transaction'), 'payer', transactionFields)}
      {cards(bundle.memberships, t('ledger.bundle.membership'), 'beneficiary', membershipFields)}
      {cards(bundle.donations, t('ledger.bundle.donation'), 'beneficiary', donationFields)}
    </>
  );
}

const useStyles = createStyles(() => ({ item: { gap: space.xs } }));
