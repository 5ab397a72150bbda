import { useState } from 'react';
import { View } from 'react-native';

import { type TeamMember } from '@/contract/team';
import { personName } from '@/domain/team';
import { useI18n } from '@/i18n/I18nProvider';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import { ListRow } from '@/ui/ListRow';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

interface PeopleSectionProps {
  title: string;
  hint?: string;
  people: readonly TeamMember[];
  addLabel: string;
  onAdd: () => void;
  onRemove: (id: number) => void;
}

/** A long list is collapsed. */
const mostShown = 20;

export function PeopleSection({ title, hint, people, addLabel, onAdd, onRemove }: PeopleSectionProps) {
  const { t } = useI18n();
  const styles = useStyles();
  const [isExpanded, setExpanded] = useState(false);
  const shown = isExpanded ? people : people.slice(0, mostShown);
  return (
    <View style={styles.section}>
      <SectionHeader
        title={title}
        trailing={<Button kind="secondary" icon="plus" label={addLabel} onPress={onAdd} />}
      />
      {hint !== undefined && (
        <Text variant="note" tone="quiet">
          {hint}
        </Text>
      )}
      {people.length === 0 && <Text tone="quiet">{t('teamEdit.nobody')}</Text>}
      {shown.map((person) => {
        const name = personName(person) || t('common.unnamed');
        return (
          <ListRow
            key={person.id}
            leading={<Avatar name={name} />}
            title={name}
            detail={person.role}
            trailing={
              <IconButton
                icon="close"
                kind="plain"
                label={t('teamEdit.removeWhom', { name })}
                onPress={() => onRemove(person.id)}
              />
            }
          />
        );
      })}
      {shown.length < people.length && (
        <Button
          kind="quiet"
          label={t('teamEdit.showAll', { count: people.length })}
          onPress={() => setExpanded(true)}
        />
      )}
    </View>
  );
}

const useStyles = createStyles(() => ({ section: { gap: space.xs } }));
