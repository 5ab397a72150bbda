import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';

import { useRuntime } from '@/features/shared/runtime';
import { useExtension } from '@/features/shared/useExtension';
import { usePermissions } from '@/features/shared/usePermissions';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';

import { duplicateQueries } from '../duplicates/queries';

/** How many contacts may be the same person, for managers. Nothing without any, and without signal. */
export function DuplicatesCount() {
  const { t, format } = useI18n();
  const { canEditContacts } = usePermissions();
  const isOffered = useExtension('contacts_merge') && canEditContacts;
  const { data: count } = useQuery({ ...duplicateQueries.count(useRuntime()), enabled: isOffered });
  if (!isOffered || !count) return null;
  return (
    <Banner
      tone="waiting"
      icon="person"
      title={t('duplicates.note', { count, number: format.number(count) })}
      onPress={() => router.push('/contacts/duplicates')}
    />
  );
}
