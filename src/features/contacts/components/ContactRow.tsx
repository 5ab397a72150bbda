import { View } from 'react-native';

import { type ContactLine, type FoundContact } from '@/db/contacts';
import { contactPlace } from '@/features/shared/contactPlace';
import { useIsChosen } from '@/features/shared/useIsChosen';
import { useI18n } from '@/i18n/I18nProvider';
import { Avatar } from '@/ui/Avatar';
import { ListRow } from '@/ui/ListRow';
import { StatePill } from '@/ui/State';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

interface ContactRowProps {
  /** Of a search, or of the whole list. */
  line: ContactLine | FoundContact;
  /** Shows the number, where one was typed. */
  number?: boolean;
  onPress: () => void;
}

/** A contact in a list, marked where they have opted out. */
export function ContactRow({ line, number = false, onPress }: ContactRowProps) {
  const { t } = useI18n();
  const styles = useStyles();
  const isChosen = useIsChosen(`/contacts/${line.id}`);
  const name = line.name || t('common.unnamed');
  const details = [
    number && t('contacts.number', { id: String(line.id) }),
    'place' in line ? contactPlace(t, line) : line.town,
  ].filter(Boolean);
  return (
    <ListRow
      leading={<Avatar name={/^[+(\d]/.test(line.name) ? '' : line.name} />}
      title={name}
      selected={isChosen}
      detail={details.join(' · ')}
      mark={
        line.optedOut ? (
          // Clear of the letters at the edge.
          <View style={styles.mark}>
            <StatePill tone="person" label={t('contacts.optedOutShort')} />
          </View>
        ) : undefined
      }
      onPress={onPress}
    />
  );
}

const useStyles = createStyles(() => ({ mark: { paddingEnd: space.s } }));
