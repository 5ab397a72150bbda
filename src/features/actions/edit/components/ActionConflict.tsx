import { type FieldConflict } from '@/domain/merge';
import { OnlineConflict } from '@/features/shared/OnlineConflict';
import { type DraftForm } from '@/features/shared/useDraftForm';
import { useI18n } from '@/i18n/I18nProvider';

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

/** Somebody else changed the same fields of the action meanwhile. */
export function ActionConflict({ conflicts, draftForm, content, onSettled }: ActionConflictProps) {
  const { t, format } = useI18n();
  const { seen } = draftForm.draft;
  if (seen === null) return null;
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
    <OnlineConflict
      conflicts={conflicts}
      edit={{ base: seen.content, mine: content }}
      nameOf={nameOf}
      describeValue={describeValue}
      onSettled={({ base, mine }) => {
        // References are merged, never chosen: the form keeps them with their names.
        draftForm.change((draft) => {
          const { people, teams, forms } = draft.form;
          return {
            ...draft,
            seen: { ...seen, content: base },
            form: { ...formOf(mine), people, teams, forms },
          };
        });
        onSettled();
      }}
    />
  );
}
