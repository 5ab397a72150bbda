import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { AmountText } from '@/ui/AmountText';
import { Text } from '@/ui/Text';

interface TenTimesDialogProps {
  open: boolean;
  amount: string;
  words: string;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks again where a zero too many is likelier than a rich giver. */
export function TenTimesDialog({ open, amount, words, onClose, onConfirm }: TenTimesDialogProps) {
  const { t } = useI18n();
  return (
    <Dialog
      open={open}
      title={t('capture.tenTimes.title')}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        <>
          <Button kind="secondary" label={t('capture.tenTimes.no')} onPress={onClose} />
          <Button label={t('capture.tenTimes.yes', { amount })} onPress={onConfirm} />
        </>
      }
    >
      <AmountText>{amount}</AmountText>
      {words !== '' && <Text tone="quiet">{words}</Text>}
      <Text>{t('capture.tenTimes.text')}</Text>
    </Dialog>
  );
}
