import { router } from 'expo-router';

import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';

/** `id` is that of the row that created or paid the record, or the number of its bundle. */
export const openReceipt = (code: string, id: string) =>
  router.push({ pathname: '/receipt', params: { code, id } });

interface ReceiptButtonProps {
  code: string | undefined;
  id: string;
  onOpen?: () => void;
}

/** Opens the receipt of a record; nothing for a record without one. */
export function ReceiptButton({ code, id, onOpen }: ReceiptButtonProps) {
  const { t } = useI18n();
  if (code === undefined) return null;
  return (
    <Button
      kind="secondary"
      icon="tag"
      label={t('receipts.open')}
      onPress={() => {
        onOpen?.();
        openReceipt(code, id);
      }}
    />
  );
}
