import { type TFunction } from 'i18next';

import { RULES } from '@/domain/captureRules';
import { methodWord } from '@/features/shared/paymentMethod';
import { plainList } from '@/features/shared/plainList';
import { statusKindWord } from '@/features/shared/statusKind';
import { useI18n } from '@/i18n/I18nProvider';

/** The fields of the catalogue in the words of its forms, for the choice where two people changed one. */
interface FieldWords {
  nameOf: (field: string) => string;
  describeValue: (field: string, value: unknown) => string | undefined;
}

const itemNames = {
  name: 'catalogueEdit.name',
  currency: 'catalogue.field.currency',
  allow_custom_amount: 'catalogue.customAmount',
  hidden: 'catalogue.hidden',
  archived: 'catalogue.archived',
  rolling_period: 'catalogueEdit.period',
  duration: 'catalogueEdit.duration',
  kind: 'catalogueEdit.statusKind',
  color: 'catalogueEdit.color',
} as const;

export function useItemWords(currency: string): FieldWords {
  const { t, format } = useI18n();
  return {
    nameOf: (field) =>
      field === 'amount'
        ? t('catalogueEdit.amount', { currency: currency.toUpperCase() })
        : t(itemNames[field as keyof typeof itemNames]),
    describeValue: (field, value) => {
      if (field === 'amount' && typeof value === 'number') return format.money(value, currency);
      if (typeof value !== 'string' || value === '') return undefined;
      if (field === 'duration') return durationWord(t, value);
      if (field === 'rolling_period')
        return t(`catalogueEdit.periods.${value === 'calendar' ? 'calendar' : 'rolling'}`);
      return field === 'kind' ? statusKindWord(t, value) : undefined;
    },
  };
}

const settingsNames = {
  currency: 'catalogue.field.currency',
  payment_method_kinds: 'catalogue.field.payment_method_kinds',
  default_status_id: 'catalogue.field.default_status_id',
  default_membership_price_id: 'catalogue.field.default_membership_price_id',
  default_donation_price_id: 'catalogue.field.default_donation_price_id',
  batch_prefix: 'catalogueEdit.batchPrefix',
  membership_prefix: 'catalogueEdit.membershipPrefix',
  transfer: 'catalogueEdit.account.title',
} as const;

type Named = readonly { id: number; name?: string }[];

export function useSettingsWords(
  records: { statuses: Named; memberships: Named; donations: Named },
  currency: string
): FieldWords {
  const { t, format } = useI18n();
  const ruleOf = (field: string) => RULES.find((rule) => rule === field);
  const lists: Readonly<Record<string, Named>> = {
    default_status_id: records.statuses,
    default_membership_price_id: records.memberships,
    default_donation_price_id: records.donations,
  };
  return {
    nameOf: (field) => {
      const rule = ruleOf(field);
      return rule === undefined
        ? t(settingsNames[field as keyof typeof settingsNames])
        : t(`catalogueEdit.rules.${rule}`);
    },
    describeValue: (field, value) => {
      if (Array.isArray(value)) return format.list(value.map((method) => methodWord(t, String(method))));
      if (field === 'transfer' && typeof value === 'object' && value !== null)
        return plainList(value, { yes: '', no: '' })
          .map((line) => line.value)
          .join(' · ');
      if (typeof value !== 'number') return undefined;
      if (ruleOf(field) !== undefined) return format.money(value, currency);
      return lists[field]?.find(({ id }) => id === value)?.name;
    },
  };
}

export function durationWord(t: TFunction, duration: string): string {
  if (duration === 'P1Y') return t('catalogue.length.years', { count: 1 });
  if (duration === 'P6M') return t('catalogue.length.months', { count: 6 });
  return duration === 'P1M' ? t('catalogue.length.months', { count: 1 }) : duration;
}
