import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Text } from '@/ui/Text';

interface DifferenceDialogProps {
  open: boolean;
  title: string;
  text: string;
  confirmLabel: string;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before a count that differs is stored: it cannot be changed afterwards. */
export function DifferenceDialog({
  open,
  title,
  text,
  confirmLabel,
  onClose,
  onConfirm,
}: DifferenceDialogProps) {
  const { t } = useI18n();
  return (
    <Dialog
      open={open}
      title={title}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        <>
          <Button label={t('cash.count.again')} onPress={onClose} />
          <Button kind="secondary" label={confirmLabel} onPress={onConfirm} />
        </>
      }
    >
      <Text>{text}</Text>
    </Dialog>
  );
}
