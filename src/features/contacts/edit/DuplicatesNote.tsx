import { router } from 'expo-router';

import { type Duplicate } from '@/db/contactDuplicates';
import { useI18n } from '@/i18n/I18nProvider';
import { Avatar } from '@/ui/Avatar';
import { Banner } from '@/ui/Banner';
import { ListRow } from '@/ui/ListRow';

/** Contacts who may be the same person, shown before anything is saved. Nothing is merged without a person. */
export function DuplicatesNote({ duplicates }: { duplicates: readonly Duplicate[] }) {
  const { t } = useI18n();
  if (duplicates.length === 0) return null;
  return (
    <>
      <Banner
        live
        tone="waiting"
        icon="person"
        title={t('contactEdit.duplicates.title', { count: duplicates.length })}
        text={t('contactEdit.duplicates.text')}
      />
      {duplicates.map(({ id, name, town, likeness }) => (
        <ListRow
          key={id}
          leading={<Avatar name={name} />}
          title={name || t('common.unnamed')}
          detail={[t(`contactEdit.duplicates.${likeness}`), town].filter(Boolean).join(' · ')}
          onPress={() => router.push({ pathname: '/contacts/[id]', params: { id } })}
        />
      ))}
    </>
  );
}
