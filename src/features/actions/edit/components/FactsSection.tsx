import { View } from 'react-native';

import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { type ActionForm } from '../actionForm';

interface FactsSectionProps {
  facts: ActionForm['facts'];
  error: string | undefined;
  onChange: (facts: ActionForm['facts']) => void;
}

/** The opening words, and what is good to know at the door. */
export function FactsSection({ facts, error, onChange }: FactsSectionProps) {
  const { t } = useI18n();
  const styles = useStyles();
  const set = (place: number, part: Partial<ActionForm['facts'][number]>) =>
    onChange(facts.map((fact, index) => (index === place ? { ...fact, ...part } : fact)));
  const add = () =>
    onChange([...facts, { title: facts.length === 0 ? t('actionEdit.openingWords') : '', text: '' }]);
  return (
    <View>
      <SectionHeader title={t('actionEdit.facts')} />
      <Text variant="note" tone="quiet">
        {t('actionEdit.factsHint')}
      </Text>
      {facts.map((fact, place) => (
        <View key={place} style={styles.fact}>
          <TextField
            label={t('actionEdit.factTitle')}
            value={fact.title}
            onChangeText={(title) => set(place, { title })}
          />
          <TextField
            label={t('actionEdit.factText')}
            value={fact.text}
            onChangeText={(text) => set(place, { text })}
            error={error}
            multiline
          />
          <Button
            kind="quiet"
            label={t('actionEdit.removeFact')}
            onPress={() => onChange(facts.filter((_, index) => index !== place))}
          />
        </View>
      ))}
      <Button kind="secondary" icon="plus" label={t('actionEdit.addFact')} onPress={add} />
    </View>
  );
}

const useStyles = createStyles(() => ({ fact: { gap: space.s, paddingBottom: space.m } }));
