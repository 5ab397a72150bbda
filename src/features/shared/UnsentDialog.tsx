import { router } from 'expo-router';

import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Text } from '@/ui/Text';

/** Says that unsent records have to be sent or shared first; closed for a count of 0. */
export function UnsentDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const { t } = useI18n();
  return (
    <Dialog
      open={count > 0}
      title={t('you.signOut.unsentTitle')}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        <Button
          label={t('you.signOut.outbox')}
          onPress={() => {
            onClose();
            router.navigate('/outbox');
          }}
        />
      }
    >
      <Text>{t('you.signOut.unsent', { count })}</Text>
      <Text tone="quiet">{t('you.signOut.unsentHelp')}</Text>
    </Dialog>
  );
}
