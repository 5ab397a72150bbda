import { useDeferredValue, useMemo, useState } from 'react';

import { type User } from '@/contract/user';
import { sortKeyOf, wordsOf } from '@/domain/fold';
import { useI18n } from '@/i18n/I18nProvider';
import { EmptyState } from '@/ui/EmptyState';
import { List } from '@/ui/List';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';
import { SearchField } from '@/ui/SearchField';

export type PersonChoice = { user: User; choose: () => Promise<void> };

const nameOf = ({ firstname, surname }: User) => [firstname, surname].filter(Boolean).join(' ');

/** Every typed word is the beginning of a word of the name or the mail address. */
function matches(words: readonly string[], typed: readonly string[]): boolean {
  return typed.every((start) => words.some((word) => word.startsWith(start)));
}

/** The choice of oneself, for a service that does not report whose token it is: by name, or by a search. */
export function ChooseYourself({ people }: { people: readonly PersonChoice[] }) {
  const { t } = useI18n();
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed);
  const sorted = useMemo(
    () =>
      people
        .map((choice) => ({
          choice,
          key: sortKeyOf(choice.user.firstname, choice.user.surname),
          words: wordsOf(`${nameOf(choice.user)} ${choice.user.mail ?? ''}`),
        }))
        .sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key))),
    [people]
  );
  const found = useMemo(() => {
    const starts = wordsOf(words);
    return sorted.filter((person) => matches(person.words, starts)).map(({ choice }) => choice);
  }, [sorted, words]);
  return (
    <Screen
      title={t('join.choose.title')}
      below={t('join.choose.text')}
      body="list"
      fixed={
        <SearchField
          autoFocus
          label={t('common.search')}
          clearLabel={t('common.clear')}
          placeholder={t('join.choose.placeholder')}
          value={typed}
          onChange={setTyped}
        />
      }
    >
      <List
        resetKey={words}
        items={found}
        keyExtractor={({ user }) => String(user.id)}
        renderItem={({ user, choose }) => (
          <ListRow
            title={nameOf(user) || t('common.unnamed')}
            detail={user.mail}
            onPress={() => void choose()}
          />
        )}
        empty={<EmptyState icon="search" title={t('join.choose.none')} text={t('join.choose.noneText')} />}
      />
    </Screen>
  );
}
