import { router } from 'expo-router';

import { useExtension } from '@/features/shared/useExtension';
import { usePermissions } from '@/features/shared/usePermissions';
import { useI18n } from '@/i18n/I18nProvider';
import { Icon } from '@/ui/Icon';
import { ListRow } from '@/ui/ListRow';
import { SectionHeader } from '@/ui/SectionHeader';

/** What only admins see, where the service has it. */
export function AdminSection() {
  const { t } = useI18n();
  const { canAdminister } = usePermissions();
  const hasAudit = useExtension('audit');
  if (!canAdminister || !hasAudit) return null;
  return (
    <>
      <SectionHeader title={t('settings.admin.title')} />
      <ListRow
        leading={<Icon name="list" tone="primary" />}
        title={t('audit.title')}
        detail={t('audit.text')}
        onPress={() => router.push('/audit')}
        last
      />
    </>
  );
}
