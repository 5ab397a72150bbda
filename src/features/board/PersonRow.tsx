import { router } from 'expo-router';
import { View } from 'react-native';

import { type PersonCounts } from '@/domain/board';
import { isReference, personName, type TeamPerson } from '@/domain/team';
import { ContactButtons } from '@/features/shared/ContactButtons';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Avatar } from '@/ui/Avatar';
import { type Fact } from '@/ui/Facts';
import { ListRow } from '@/ui/ListRow';
import { space } from '@/ui/tokens';

import { countFacts } from './labels';

interface PersonRowProps {
  person: TeamPerson;
  /** Null before the first report. */
  counts: PersonCounts | null;
  /** Since when, by the roll call; null for nobody who is here, undefined without a roll call. */
  hereSince: number | null | undefined;
  age: (at: number) => string;
  withCash: boolean;
  last: boolean;
}

/** One person of a team with their counts of today. Opens the person. */
export function PersonRow({ person, counts, hereSince, age, withCash, last }: PersonRowProps) {
  const { t, format } = useI18n();
  const { scope } = useRuntime();
  const name = personName(person);
  const isMe = person.id === scope.userId;
  const here =
    hereSince === undefined
      ? null
      : hereSince === null
        ? t('board.absent')
        : t('rollCall.tickedAt', { time: format.time(hereSince) });
  const wordsOf = (some: readonly Fact[]) =>
    some.flatMap(([label, value]) => (value ? t('board.line', { label, value }) : []));
  const facts = counts === null ? [] : countFacts(t, format, counts, { age, withCash });
  const lines = [
    [
      isMe && t('common.person.you'),
      here,
      counts === null ? t('board.noReport') : t('board.lastContact', { duration: age(counts.lastContactAt) }),
    ]
      .filter(Boolean)
      .join(' · '),
    // What was done on one line; what is unsent and in hand, which needs a call, on lines of their own.
    wordsOf(facts.slice(0, -2)).join(' · '),
    ...wordsOf(facts.slice(-2)),
  ];
  return (
    <ListRow
      leading={<Avatar name={name} />}
      title={name || t(isReference(person) ? 'common.person.notShared' : 'common.unnamed')}
      detail={lines.filter(Boolean).join('\n')}
      last={last}
      onPress={() => router.push({ pathname: '/people/[id]', params: { id: person.id } })}
      trailing={
        <View style={{ flexDirection: 'row', gap: space.s }}>
          {!isMe && <ContactButtons phone={person.phone} ways={['call', 'text']} whom={name} />}
        </View>
      }
    />
  );
}
