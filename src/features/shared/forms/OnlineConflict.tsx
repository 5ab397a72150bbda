import { useState } from 'react';
import { View } from 'react-native';

import { type FieldConflict } from '@/domain/merge';
import { settleConflict, type ConflictSide } from '@/domain/fieldConflict';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { ConflictChoices } from './ConflictChoices';

interface OnlineConflictProps<Fields extends object> {
  conflicts: readonly FieldConflict[];
  edit: { base: Fields; mine: Fields };
  nameOf: (field: string) => string;
  describeValue?: (field: string, value: unknown) => string | undefined;
  /** Called with the chosen values; saving again then finds no conflict in them. */
  onSettled: (edit: { base: Fields; mine: Fields }) => void;
}

/** Somebody else changed the same fields meanwhile: one value of each is chosen, then the form is saved again. */
export function OnlineConflict<Fields extends object>({
  conflicts,
  edit,
  onSettled,
  ...words
}: OnlineConflictProps<Fields>) {
  const { t } = useI18n();
  const styles = useStyles();
  const [choices, setChoices] = useState<Record<string, ConflictSide>>({});
  return (
    <Card>
      <View style={styles.whole}>
        <Text variant="section" heading={2}>
          {t('common.onlineForm.conflictTitle')}
        </Text>
        <Text>{t('common.onlineForm.conflict')}</Text>
        <ConflictChoices conflicts={conflicts} choices={choices} onChange={setChoices} {...words} />
        <Button
          label={t('common.onlineForm.settle')}
          disabled={conflicts.some(({ field }) => choices[field] === undefined)}
          onPress={() => onSettled(settleConflict(edit, conflicts, choices))}
        />
      </View>
    </Card>
  );
}

const useStyles = createStyles(() => ({ whole: { gap: space.m } }));
