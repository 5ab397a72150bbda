import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { View } from 'react-native';

import { contactPlace } from '@/features/shared/contactPlace';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { contactQueries } from '@/queries/contacts';
import { ListRow } from '@/ui/ListRow';
import { SearchField } from '@/ui/SearchField';
import { Text } from '@/ui/Text';

interface ContactSearchProps {
  label: string;
  onChoose: (contact: { id: number; name: string }) => void;
}

const mostShown = 5;

/** Searches contacts; empty before anything is typed. */
export function ContactSearch({ label, onChoose }: ContactSearchProps) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed.trim());
  const { data: found } = useQuery({ ...contactQueries.search(runtime, words), enabled: words !== '' });
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
      {words !== '' &&
        found?.slice(0, mostShown).map((contact) => (
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
        ))}
    </View>
  );
}
