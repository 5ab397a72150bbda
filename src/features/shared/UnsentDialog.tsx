import { router } from 'expo-router';

import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Text } from '@/ui/Text';

interface UnsentDialogProps {
  count: number;
  /** Whether the Outbox of this space has any of them. */
  isHere?: boolean;
  /** The names of the other spaces that have some. */
  elsewhere?: readonly string[];
  onClose: () => void;
}

/** Says that unsent records have to be sent or shared first, and where they are; closed for a count of 0. */
export function UnsentDialog({ count, isHere = true, elsewhere = [], onClose }: UnsentDialogProps) {
  const { t, format } = useI18n();
  return (
    <Dialog
      open={count > 0}
      title={t('you.signOut.unsentTitle')}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        <Button
          label={t(isHere ? 'you.signOut.outbox' : 'you.spaces')}
          onPress={() => {
            onClose();
            router.navigate(isHere ? '/outbox' : '/you');
          }}
        />
      }
    >
      <Text>{t('you.signOut.unsent', { count })}</Text>
      {isHere && <Text tone="quiet">{t('you.signOut.unsentHelp')}</Text>}
      {elsewhere.length > 0 && (
        <Text tone="quiet">{t('you.signOut.unsentElsewhere', { spaces: format.list(elsewhere) })}</Text>
      )}
    </Dialog>
  );
}
