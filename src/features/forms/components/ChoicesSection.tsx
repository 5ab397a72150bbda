import { View } from 'react-native';

import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import { SectionHeader } from '@/ui/SectionHeader';
import { TextField } from '@/ui/TextField';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { newChoice, type QuestionForm } from '../questionForm';

type Choices = QuestionForm['choices'];

interface ChoicesSectionProps {
  choices: Choices;
  error: string | undefined;
  onChange: (choices: Choices) => void;
}

/** What a question can be answered with. Answers refer to a stored choice: it is archived instead of removed. */
export function ChoicesSection({ choices, error, onChange }: ChoicesSectionProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const set = (place: number, part: Partial<Choices[number]>) =>
    onChange(choices.map((choice, index) => (index === place ? { ...choice, ...part } : choice)));
  const remove = (place: number) =>
    choices[place]?.value === null
      ? onChange(choices.filter((_, index) => index !== place))
      : set(place, { archived: true });
  return (
    <View style={styles.section}>
      <SectionHeader title={t('forms.choices')} />
      {choices.map((choice, place) => {
        const number = format.number(place + 1);
        return choice.archived ? (
          <Button
            key={place}
            kind="quiet"
            label={t('forms.offerAgain', { name: choice.label })}
            onPress={() => set(place, { archived: false })}
          />
        ) : (
          <TextField
            key={place}
            label={t('forms.choice', { number })}
            value={choice.label}
            onChangeText={(label) => set(place, { label })}
            error={place === 0 ? error : undefined}
            trailing={
              <IconButton
                kind="plain"
                icon="close"
                label={t('forms.removeChoice', { number })}
                onPress={() => remove(place)}
              />
            }
          />
        );
      })}
      <Button
        kind="secondary"
        icon="plus"
        label={t('forms.addChoice')}
        onPress={() => onChange([...choices, newChoice])}
      />
    </View>
  );
}

const useStyles = createStyles(() => ({ section: { gap: space.s } }));
