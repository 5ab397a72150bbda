import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { AmountText } from '@/ui/AmountText';
import { Text } from '@/ui/Text';

interface UnusualAmountDialogProps {
  open: boolean;
  amount: string;
  words: string;
  onClose: () => void;
  onConfirm: () => void;
}

/** Requests confirmation of an amount with probably one zero too many. */
export function UnusualAmountDialog({ open, amount, words, onClose, onConfirm }: UnusualAmountDialogProps) {
  const { t } = useI18n();
  return (
    <Dialog
      open={open}
      title={t('capture.tenTimes.title')}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        <>
          {/* A second tap on Save hits the last one: that must not be Yes. */}
          <Button label={t('capture.tenTimes.yes', { amount })} onPress={onConfirm} />
          <Button kind="secondary" label={t('capture.tenTimes.no')} onPress={onClose} />
        </>
      }
    >
      <AmountText>{amount}</AmountText>
      {words !== '' && <Text tone="quiet">{words}</Text>}
      <Text>{t('capture.tenTimes.text')}</Text>
    </Dialog>
  );
}
