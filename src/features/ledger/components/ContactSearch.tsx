import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { View } from 'react-native';

import { type FoundContact } from '@/db/contacts';
import { contactPlace } from '@/features/shared/contactPlace';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { contactQueries } from '@/queries/contacts';
import { ListRow } from '@/ui/ListRow';
import { SearchField } from '@/ui/SearchField';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';

interface ContactSearchProps {
  label: string;
  onChoose: (contact: { id: number; name: string }) => void;
  /** Offered while nothing is typed. */
  offered?: readonly { title: string; contacts: readonly FoundContact[] }[];
}

const mostShown = 5;

/** Searches contacts; shows those that are offered before anything is typed. */
export function ContactSearch({ label, onChoose, offered = [] }: ContactSearchProps) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed.trim());
  const { data: found } = useQuery({ ...contactQueries.search(runtime, words), enabled: words !== '' });
  const rowOf = (contact: FoundContact) => (
    <ListRow
      key={contact.id}
      title={contact.name || t('common.unnamed')}
      detail={contactPlace(t, contact)}
      onPress={() =>
        onChoose({
          id: contact.id,
          name: contact.name || t('common.number', { id: String(contact.id) }),
        })
      }
    />
  );
  return (
    <View>
      <Text variant="note" tone="quiet" aria-hidden>
        {label}
      </Text>
      <SearchField
        label={label}
        clearLabel={t('common.clear')}
        placeholder={t('ledger.filter.contactPlaceholder')}
        value={typed}
        onChange={setTyped}
      />
      {words !== '' && found?.length === 0 && <Text tone="quiet">{t('ledger.filter.contactNone')}</Text>}
      {words !== '' && found?.slice(0, mostShown).map(rowOf)}
      {words === '' &&
        offered
          .filter(({ contacts }) => contacts.length > 0)
          .map(({ title, contacts }) => (
            <View key={title}>
              <SectionHeader title={title} />
              {contacts.slice(0, mostShown).map(rowOf)}
            </View>
          ))}
    </View>
  );
}
