import { View } from 'react-native';

import { type Form } from '@/contract/form';
import { choicesOf } from '@/domain/answers';
import { useI18n } from '@/i18n/I18nProvider';
import { CheckboxRow } from '@/ui/CheckboxRow';
import { ChoiceChips } from '@/ui/ChoiceChips';
import { DayField } from '@/ui/DayField';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

interface QuestionFieldProps {
  form: Form;
  typed: readonly string[];
  error: string | undefined;
  onChange: (values: string[]) => void;
}

/** One question with the control of its type. A question of an unknown type is answered with text. */
export function QuestionField({ form, typed, error, onChange }: QuestionFieldProps) {
  const { t } = useI18n();
  const styles = useStyles();
  const label = form.label || t('common.unnamed');
  const [first = ''] = typed;
  if (form.type === 'choice')
    return (
      <ChoiceChips
        label={label}
        choices={[
          ...choicesOf(form).map(({ id, label: name = '', value = '' }) => ({
            value: String(id),
            label: name || value,
          })),
          { value: '', label: t('forms.noAnswer') },
        ]}
        value={first}
        onChange={(value) => onChange([value])}
      />
    );
  if (form.type === 'several')
    return (
      <View role="group" aria-label={label}>
        <Text variant="note" tone="quiet" aria-hidden>
          {label}
        </Text>
        {choicesOf(form).map(({ id, label: name = '', value = '' }) => (
          <CheckboxRow
            key={id}
            label={name || value}
            checked={typed.includes(String(id))}
            onChange={(checked) =>
              onChange(checked ? [...typed, String(id)] : typed.filter((each) => each !== String(id)))
            }
          />
        ))}
      </View>
    );
  if (form.type === 'consent')
    return (
      <View style={styles.consent}>
        {form.wording !== undefined && <Text>{form.wording}</Text>}
        <ChoiceChips
          label={label}
          choices={[
            { value: '1', label: t('common.yes') },
            { value: '0', label: t('common.no') },
            { value: '', label: t('forms.noAnswer') },
          ]}
          value={first}
          onChange={(value) => onChange([value])}
        />
      </View>
    );
  if (form.type === 'date')
    return (
      <DayField
        label={label}
        pickLabel={t('common.day.pick')}
        hint={t('common.day.hint', { example: '2026-12-31' })}
        value={first}
        onChange={(value) => onChange([value])}
        error={error}
      />
    );
  return (
    <TextField
      label={label}
      value={first}
      onChangeText={(value) => onChange([value])}
      inputMode={form.type === 'number' ? 'decimal' : 'text'}
      maxLength={10_000}
      error={error}
    />
  );
}

const useStyles = createStyles(() => ({ consent: { gap: space.s } }));
