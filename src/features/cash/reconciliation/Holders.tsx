import { type Reconciliation } from '@/contract/reconciliation';
import { useI18n } from '@/i18n/I18nProvider';
import { ListRow } from '@/ui/ListRow';
import { SectionHeader } from '@/ui/SectionHeader';

/** Who has the cash that was handed over and is not at the bank yet. */
export function Holders({ holders }: { holders: NonNullable<Reconciliation['holders']> }) {
  const { t, format } = useI18n();
  if (holders.length === 0) return null;
  return (
    <>
      <SectionHeader title={t('reconciliation.holders')} />
      {holders.map(({ user_id: id, name, currency = '', amount = 0, is_confirmed: isConfirmed }) => (
        <ListRow
          key={`${id ?? name} ${currency} ${isConfirmed}`}
          title={name ?? t('common.unnamed')}
          detail={isConfirmed === false ? t('cash.state.offered') : undefined}
          value={format.money(amount, currency)}
          strongValue
        />
      ))}
    </>
  );
}
