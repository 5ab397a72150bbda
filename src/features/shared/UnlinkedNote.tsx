import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';

import { useI18n } from '@/i18n/I18nProvider';
import { unlinkedQueries } from '@/queries/unlinked';
import { Banner } from '@/ui/Banner';

import { useRuntime } from './runtime';
import { usePermissions } from './usePermissions';

/** How many gifts are not linked to a contact, for managers. Renders nothing without any. */
export function UnlinkedNote() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { canEditContacts } = usePermissions();
  const { data } = useQuery({ ...unlinkedQueries.list(runtime), enabled: canEditContacts });
  if (!canEditContacts || data === undefined || data.length === 0) return null;
  return (
    <Banner
      tone="waiting"
      icon="person"
      title={t('unlinked.note', { count: data.length })}
      text={t('unlinked.noteText')}
      onPress={() => router.push('/ledger/unlinked')}
    />
  );
}
