import { router } from 'expo-router';

import { useExtension } from '@/features/shared/useExtension';
import { usePermissions } from '@/features/shared/usePermissions';
import { useI18n } from '@/i18n/I18nProvider';
import { Icon } from '@/ui/Icon';
import { ListRow } from '@/ui/ListRow';
import { SectionHeader } from '@/ui/SectionHeader';

/** What organisers see, where the service has it. */
export function AdminSection() {
  const { t } = useI18n();
  const { canAdminister, canInvite } = usePermissions();
  const hasSettings = useExtension('space_settings') && canInvite;
  const hasAudit = useExtension('audit') && canAdminister;
  const hasTokens = useExtension('tokens') && canAdminister;
  if (!hasSettings && !hasAudit && !hasTokens) return null;
  return (
    <>
      <SectionHeader title={t('settings.admin.title')} />
      {hasSettings && (
        <ListRow
          leading={<Icon name="settings" tone="primary" />}
          title={t('space.title')}
          detail={t('space.text')}
          onPress={() => router.push('/space')}
          last={!hasAudit && !hasTokens}
        />
      )}
      {hasAudit && (
        <ListRow
          leading={<Icon name="list" tone="primary" />}
          title={t('audit.title')}
          detail={t('audit.text')}
          onPress={() => router.push('/audit')}
          last={!hasTokens}
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
