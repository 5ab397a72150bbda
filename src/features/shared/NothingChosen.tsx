import { View } from 'react-native';

import { useI18n } from '@/i18n/I18nProvider';
import { EmptyState } from '@/ui/EmptyState';
import { type IconName } from '@/ui/iconShapes';

/** The second pane of a wide screen while nothing in the list is chosen. */
export function NothingChosen({ icon }: { icon: IconName }) {
  const { t } = useI18n();
  return (
    <View style={{ flex: 1, justifyContent: 'center' }}>
      <EmptyState icon={icon} title={t('common.chooseOne')} />
    </View>
  );
}
