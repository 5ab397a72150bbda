import { type DonationPrice, type MembershipPriceGroup } from '@/contract/price';
import { type TransactionSettings } from '@/contract/settings';
import { type TransactionStatus } from '@/contract/status';
import { tidyAgeKey, treasurerKeyName } from '@/domain/ageKey';
import { RULES, rulesOf } from '@/domain/captureRules';
import { isBlindCount } from '@/domain/cash/cash';
import { denominationsOf } from '@/domain/cash/denominations';
import { ibanInGroups, transferAccountOf } from '@/domain/girocode';
import { openFrom } from '@/domain/months';
import { methodWord } from '@/features/shared/paymentMethod';
import { plainList } from '@/features/shared/plainList';
import { useI18n } from '@/i18n/I18nProvider';
import { Facts, type Fact } from '@/ui/Facts';

interface PaymentFactsProps {
  catalogue: {
    membershipPriceGroups: MembershipPriceGroup[];
    donationPrices: DonationPrice[];
    statuses: TransactionStatus[];
  };
  settings: TransactionSettings;
}

/** The settings of payments in the words of their form. What only another service has is a list of names and values. */
export function PaymentFacts({ catalogue, settings }: PaymentFactsProps) {
  const { t, format } = useI18n();
  const words = { yes: t('common.yes'), no: t('common.no') };
  const plainFacts = (value: unknown) => plainList(value, words).map((line): Fact => [line.name, line.value]);
  const nameOf = (records: readonly { id: number; name?: string }[], id: number | undefined) =>
    id === undefined
      ? undefined
      : (records.find((record) => record.id === id)?.name ?? t('catalogue.number', { id: String(id) }));
  const memberships = catalogue.membershipPriceGroups.flatMap(
    ({ membership_prices: prices }) => prices ?? []
  );
  const serial = (prefix: string | undefined, number: number | undefined) =>
    number === undefined ? prefix : `${prefix ?? ''}${number}`;
  const { max_batch_size: most, batch_serial_updated_at: updated, currency = '' } = settings;
  const rules = rulesOf(settings);
  const account = transferAccountOf(settings);
  const { money: _money, ...periods } = { ...settings.open_periods };
  const firstOpen = openFrom(settings);
  return (
    <>
      <Facts
        title={t('catalogue.settings')}
        facts={[
          [t('catalogue.field.currency'), currency.toUpperCase()],
          [
            t('catalogue.field.payment_method_kinds'),
            format.list((settings.payment_method_kinds ?? []).map((kind) => methodWord(t, kind))),
          ],
          [t('catalogue.field.max_batch_size'), most === undefined ? undefined : format.number(most)],
          [t('catalogue.field.default_status_id'), nameOf(catalogue.statuses, settings.default_status_id)],
          [
            t('catalogue.field.default_membership_price_id'),
            nameOf(memberships, settings.default_membership_price_id),
          ],
          [
            t('catalogue.field.default_donation_price_id'),
            nameOf(catalogue.donationPrices, settings.default_donation_price_id),
          ],
          [t('catalogue.field.batch'), serial(settings.batch_prefix, settings.batch_serial)],
          [t('catalogue.field.batch_serial_updated_at'), updated && format.date(updated)],
          [t('catalogue.field.membership'), serial(settings.membership_prefix, settings.membership_serial)],
        ]}
      />
      <Facts
        title={t('catalogueEdit.rulesTitle')}
        facts={RULES.map((rule) => {
          const limit = rules[rule];
          return [t(`catalogueEdit.rules.${rule}`), limit === null ? null : format.money(limit, currency)];
        })}
      />
      <Facts
        title={t('catalogueEdit.account.title')}
        facts={[
          [t('catalogueEdit.account.payee'), account?.payee],
          [t('catalogueEdit.account.iban'), account && ibanInGroups(account.iban)],
          [t('catalogueEdit.account.bicShown'), account?.bic],
        ]}
      />
      <Facts
        title={t('catalogue.openPeriods')}
        facts={[
          [t('catalogueEdit.firstOpenMonth'), firstOpen && format.calendarMonth(`${firstOpen}-01`)],
          ...plainFacts(firstOpen === null ? settings.open_periods : periods),
        ]}
      />
      <Facts
        title={t('catalogue.additional')}
        facts={[
          [t('settings.treasurer.title'), tidyAgeKey(settings.additional_settings?.[treasurerKeyName])],
          [t('catalogueEdit.blindCount'), isBlindCount(settings) ? words.yes : null],
          [
            t('catalogueEdit.pieces'),
            settings.additional_settings?.denominations === undefined
              ? null
              : format.list(
                  denominationsOf(currency, settings).map((piece) => format.moneyShort(piece, currency))
                ),
          ],
          ...plainFacts(otherSettings(settings)),
        ]}
      />
    </>
  );
}

/** The settings that have no words above. */
function otherSettings(settings: TransactionSettings): Record<string, unknown> {
  const named = ['rules', 'denominations', 'blind_count', treasurerKeyName];
  // An account with a wrong digit is not used: it is shown as it is stored.
  if (transferAccountOf(settings) !== null) named.push('transfer');
  const others = Object.entries(settings.additional_settings ?? {}).filter(([name]) => !named.includes(name));
  return Object.fromEntries(others);
}
