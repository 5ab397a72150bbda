import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { View } from 'react-native';

import type { FoundContact } from '@/db/contacts';
import { contactPlace } from '@/features/shared/contactPlace';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { contactQueries } from '@/queries/contacts';
import { Avatar } from '@/ui/Avatar';
import { Icon } from '@/ui/Icon';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';
import { SearchField } from '@/ui/SearchField';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { useHardwareBack } from '@/ui/useHardwareBack';

import { newSupporter, type Who } from '../draft';
import { type UnfinishedDraft } from '../openForm';
import { UnfinishedRows } from './UnfinishedRows';

interface WhoPickerProps {
  title: string;
  onBack: () => void;
  onChoose: (who: Who) => void;
  /** Unfinished drafts; only offered for a new record. */
  unfinished: readonly UnfinishedDraft[];
  onContinue: (draftKey: string) => void;
}

/** Picks a contact, a new supporter, or no name. */
export function WhoPicker({ title, onBack, onChoose, unfinished, onContinue }: WhoPickerProps) {
  const { t } = useI18n();
  const runtime = useRuntime();
  useHardwareBack(onBack);
  const [typed, setTyped] = useState('');
  const text = useDeferredValue(typed.trim());
  const { data: found } = useQuery(contactQueries.search(runtime, text));
  const { data: recent = [] } = useQuery(contactQueries.recent(runtime));
  const detailOf = (contact: FoundContact) => {
    const place = contactPlace(t, contact);
    if (!contact.optedOut) return place;
    return place === '' ? t('capture.who.optedOutAlone') : t('capture.who.optedOut', { town: place });
  };
  const row = (contact: FoundContact) => (
    <ListRow
      key={contact.id}
      leading={<Avatar name={contact.name} />}
      title={contact.name === '' ? t('common.unnamed') : contact.name}
      detail={detailOf(contact)}
      onPress={() =>
        onChoose({
          kind: 'contact',
          contactId: contact.id,
          name: contact.name,
          detail: contactPlace(t, contact),
        })
      }
    />
  );
  // Before anything is typed the list begins with everyone: nobody is in it twice.
  const recentIds = new Set(recent.map(({ id }) => id));
  const listed = (found ?? []).filter(({ id }) => text !== '' || !recentIds.has(id));
  // Letters are a name; digits or an @ are a search.
  const typedName = /\d|@/.test(text) ? '' : text;

  // Before anything is typed they are at the bottom, near the thumb; then the results are first.
  const others = (
    <View>
      <ListRow
        leading={<Icon name="plus" tone="primary" />}
        title={
          typedName === ''
            ? t('capture.who.newSupporter')
            : t('capture.who.newSupporterNamed', { name: typedName })
        }
        detail={t('capture.who.newSupporterDetail')}
        onPress={() => onChoose(newSupporter(typedName))}
      />
      <ListRow
        leading={<Icon name="person" tone="quiet" />}
        title={t('capture.who.nobody')}
        detail={t('capture.who.nobodyDetail')}
        onPress={() => onChoose({ kind: 'nobody' })}
        last
      />
    </View>
  );

  return (
    <Screen
      title={title}
      back={{ label: t('common.back'), onPress: onBack }}
      fixed={
        <SearchField
          label={t('common.search')}
          clearLabel={t('common.clear')}
          placeholder={t('contacts.searchPlaceholder')}
          value={typed}
          onChange={setTyped}
          autoFocus
        />
      }
    >
      {text === '' && <UnfinishedRows drafts={unfinished} onContinue={onContinue} />}
      {text === '' && recent.length > 0 && (
        <View>
          <SectionHeader title={t('capture.who.recent')} />
          {recent.map(row)}
        </View>
      )}
      {text === '' && others}
      <View>
        {listed.map(row)}
        {text !== '' && found?.length === 0 && <Text tone="quiet">{t('capture.who.none')}</Text>}
      </View>
      {text !== '' && others}
    </Screen>
  );
}
