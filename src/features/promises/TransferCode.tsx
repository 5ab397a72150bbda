import { girocode, ibanInGroups, transferReference, type TransferAccount } from '@/domain/girocode';
import { type PromisedGift } from '@/db/promises';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Facts } from '@/ui/Facts';
import { QrCode } from '@/ui/QrCode';
import { Text } from '@/ui/Text';

interface TransferCodeProps {
  promise: PromisedGift;
  account: TransferAccount;
  onBack: () => void;
}

const referenceOf = ({ view, place, who }: PromisedGift): string =>
  transferReference(view.bundle.transactions[place]?.delivery_token ?? '', who.name ?? '');

/** The text of the code for a promise; null where it cannot be paid that way. */
export const codeOf = (promise: PromisedGift, account: TransferAccount | null): string | null =>
  account && girocode(account, { ...promise, reference: referenceOf(promise) });

/** A code that the banking app of the supporter reads as a transfer. Nothing counts as received by it. */
export function TransferCode({ promise, account, onBack }: TransferCodeProps) {
  const { t, format } = useI18n();
  return (
    <>
      <Text>{t('promises.transfer.text')}</Text>
      <QrCode text={codeOf(promise, account) ?? ''} label={t('promises.transfer.label')} />
      <Facts
        facts={[
          [t('capture.amount'), format.money(promise.amount, promise.currency)],
          [t('promises.transfer.payee'), account.payee],
          [t('promises.transfer.iban'), ibanInGroups(account.iban)],
          [t('promises.transfer.reference'), referenceOf(promise)],
        ]}
      />
      <Button kind="secondary" label={t('common.back')} onPress={onBack} />
    </>
  );
}
