import { View } from 'react-native';

import { isReference, personName, type TeamPerson } from '@/domain/team';
import { ContactButtons } from '@/features/shared/ContactButtons';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Icon } from '@/ui/Icon';
import { PressableView } from '@/ui/PressableView';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { radius, space, target } from '@/ui/tokens';

interface AttendeeRowProps {
  person: TeamPerson;
  /** When the person was ticked; undefined if not. */
  at: number | undefined;
  last: boolean;
  onChange: (isPresent: boolean) => void;
}

/** A member of the team in a roll call: the row is the checkbox, next to the button that calls. */
export function AttendeeRow({ person, at, last, onChange }: AttendeeRowProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const { scope } = useRuntime();
  const isMe = person.id === scope.userId;
  // The service shows an id without a name: the person is in none of the teams and actions of this one.
  const isHidden = !isMe && isReference(person);
  const name = personName(person) || t(isHidden ? 'common.person.notShared' : 'common.unnamed');
  const isHere = at !== undefined;
  const details = [
    person.isLeader && t('common.person.leader'),
    isMe && t('common.person.you'),
    isHere && t('rollCall.tickedAt', { time: format.time(at) }),
  ].filter(Boolean);
  return (
    <View style={[styles.row, !last && styles.line]}>
      <PressableView
        role="checkbox"
        aria-label={t('rollCall.tick', { name })}
        aria-checked={isHere}
        onPress={() => onChange(!isHere)}
        style={styles.target}
      >
        <View style={[styles.box, isHere && styles.checked]}>
          {isHere && <Icon name="check" tone="onPrimary" />}
        </View>
        <View style={styles.words}>
          <Text variant="strong">{name}</Text>
          {/* A line also while it is empty, so that a tick moves no other row. */}
          <Text variant="note" tone="quiet">
            {details.join(' · ') || '\u00a0'}
          </Text>
        </View>
      </PressableView>
      {!isMe && <ContactButtons phone={person.phone} ways={['call']} whom={name} />}
    </View>
  );
}

const useStyles = createStyles(({ colors }) => ({
  row: { flexDirection: 'row', alignItems: 'center', gap: space.s },
  line: { borderBottomWidth: 1, borderBottomColor: colors.line },
  target: {
    flex: 1,
    flexDirection: 'row',
    alignItems: 'center',
    gap: space.m,
    minHeight: target.main,
    paddingVertical: space.s,
  },
  box: {
    width: 36,
    height: 36,
    alignItems: 'center',
    justifyContent: 'center',
    borderRadius: radius.small,
    borderWidth: 2,
    borderColor: colors.inkQuiet,
    backgroundColor: colors.surface,
  },
  checked: { backgroundColor: colors.primary, borderColor: colors.primary },
  words: { flex: 1, gap: 1 },
}));
