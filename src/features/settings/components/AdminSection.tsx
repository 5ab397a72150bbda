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
  const hasTokens = useExtension('tokens');
  if (!canAdminister || !(hasAudit || hasTokens)) return null;
  return (
    <>
      <SectionHeader title={t('settings.admin.title')} />
      {hasAudit && (
        <ListRow
          leading={<Icon name="list" tone="primary" />}
          title={t('audit.title')}
          detail={t('audit.text')}
          onPress={() => router.push('/audit')}
        />
      )}
      {hasTokens && (
        <ListRow
          leading={<Icon name="key" tone="primary" />}
          title={t('tokens.title')}
          detail={t('tokens.text')}
          onPress={() => router.push('/tokens')}
          last
        />
      )}
    </>
  );
}
