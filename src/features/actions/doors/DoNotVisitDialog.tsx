import { addressLine, type Address } from '@/domain/address';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Text } from '@/ui/Text';

interface DoNotVisitDialogProps {
  address: Address;
  onClose: () => void;
  onConfirm: () => void;
}

/** The one outcome that asks first: a wrong tap would close a door that nobody looks at again. */
export function DoNotVisitDialog({ address, onClose, onConfirm }: DoNotVisitDialogProps) {
  const { t } = useI18n();
  return (
    <Dialog
      open
      title={t('actions.walk.doNotVisit')}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        <>
          <Button kind="secondary" label={t('common.cancel')} onPress={onClose} />
          <Button kind="danger" label={t('actions.walk.outcome.do_not_visit')} onPress={onConfirm} />
        </>
      }
    >
      <Text variant="strong">{addressLine(address)}</Text>
      <Text>{t('actions.walk.doNotVisitText')}</Text>
    </Dialog>
  );
}
