import { useState } from 'react';
import { View } from 'react-native';

import { type FieldConflict } from '@/domain/merge';
import { settleConflict, type ConflictSide } from '@/domain/teamConflict';
import { ConflictChoices } from '@/features/shared/ConflictChoices';
import { type DraftForm } from '@/features/shared/useDraftForm';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { formOf, type ActionContent, type ActionDraft } from '../actionForm';

interface ActionConflictProps {
  conflicts: readonly FieldConflict[];
  draftForm: DraftForm<ActionDraft>;
  content: ActionContent;
  onSettled: () => void;
}

const names = {
  name: 'actionEdit.name',
  pitch: 'actionEdit.pitch',
  link: 'actionEdit.link',
  registration_link: 'actionEdit.registrationLink',
  start: 'actionEdit.startDay',
  end: 'actionEdit.endDay',
  goal: 'actionEdit.goal',
  goal_forms: 'actionEdit.goalForms',
  public: 'actionEdit.public',
  state: 'actionEdit.state',
  facts: 'actionEdit.facts',
  polygon: 'actionEdit.turf',
  not_polygon: 'actionEdit.map.hole',
  address_included: 'actionEdit.streets.title',
} as const;

/** Somebody else changed the same fields meanwhile: one value of each is chosen, then the form is saved again. */
export function ActionConflict({ conflicts, draftForm, content, onSettled }: ActionConflictProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const [choices, setChoices] = useState<Record<string, ConflictSide>>({});
  const settle = () => {
    draftForm.change((draft) => {
      if (draft.seen === null) return draft;
      const { base, mine } = settleConflict({ base: draft.seen.content, mine: content }, conflicts, choices);
      // References are merged, never chosen: the form keeps them with their names.
      const { people, teams, forms } = draft.form;
      return {
        ...draft,
        seen: { ...draft.seen, content: base },
        form: { ...formOf(mine), people, teams, forms },
      };
    });
    onSettled();
  };
  const describeValue = (field: string, value: unknown): string | undefined => {
    if (typeof value !== 'string' || value === '') return undefined;
    if (field === 'start' || field === 'end') return format.day(value);
    if (field === 'polygon' || field === 'not_polygon' || field === 'address_included')
      return t('actionEdit.drawn');
    return undefined;
  };
  const nameOf = (field: string) => {
    const known = Object.entries(names).find(([name]) => name === field);
    return known === undefined ? field.replaceAll('_', ' ') : t(known[1]);
  };
  return (
    <Card>
      <View style={styles.whole}>
        <Text variant="section" heading={2}>
          {t('common.onlineForm.conflictTitle')}
        </Text>
        <Text>{t('common.onlineForm.conflict')}</Text>
        <ConflictChoices
          conflicts={conflicts}
          nameOf={nameOf}
          describeValue={describeValue}
          choices={choices}
          onChange={setChoices}
        />
        <Button
          label={t('common.onlineForm.settle')}
          disabled={conflicts.some(({ field }) => choices[field] === undefined)}
          onPress={settle}
        />
      </View>
    </Card>
  );
}

const useStyles = createStyles(() => ({ whole: { gap: space.m } }));
