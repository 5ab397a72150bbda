import { type Role } from '@/contract/role';
import { type TeamView } from '@/db/teams';
import { useI18n } from '@/i18n/I18nProvider';
import { type PeopleFilter } from '@/queries/people';
import { Button } from '@/ui/Button';
import { ChoiceChips } from '@/ui/ChoiceChips';
import { ChoiceRows } from '@/ui/ChoiceRows';
import { Dialog } from '@/ui/Dialog';

/** The people in the space, or those who are suspended or removed. */
export type Who = 'members' | 'suspended' | 'removed';

interface FilterDialogProps {
  open: boolean;
  /** Null where the choice is not offered. */
  who: Who | null;
  onWho: (who: Who) => void;
  filter: PeopleFilter;
  roles: readonly Role[];
  teams: readonly TeamView[];
  onChange: (part: Partial<PeopleFilter>) => void;
  onClose: () => void;
}

const everyone = 'every';

const whos = ['members', 'suspended', 'removed'] as const;

/** Who, order, role and team, applied immediately. */
export function FilterDialog({
  open,
  who,
  onWho,
  filter,
  roles,
  teams,
  onChange,
  onClose,
}: FilterDialogProps) {
  const { t } = useI18n();
  const areMembers = who === null || who === 'members';
  return (
    <Dialog
      open={open}
      title={t('people.filter.title')}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={<Button label={t('people.filter.show')} onPress={onClose} />}
    >
      {who !== null && (
        <ChoiceChips
          label={t('people.filter.who.label')}
          choices={whos.map((value) => ({ value, label: t(`people.filter.who.${value}`) }))}
          value={who}
          onChange={onWho}
        />
      )}
      {areMembers && (
        <ChoiceChips
          label={t('people.filter.order')}
          choices={[
            { value: 'ascending', label: t('people.filter.ascending') },
            { value: 'descending', label: t('people.filter.descending') },
          ]}
          value={filter.descending ? 'descending' : 'ascending'}
          onChange={(order) => onChange({ descending: order === 'descending' })}
        />
      )}
      {areMembers && roles.length > 1 && (
        <ChoiceRows
          label={t('people.filter.role')}
          choices={[
            { value: everyone, title: t('people.filter.everyRole') },
            ...roles.map(({ id, name, color }) => ({
              value: String(id),
              title: name ?? t('common.unnamed'),
              color,
            })),
          ]}
          value={filter.roleId === null ? everyone : String(filter.roleId)}
          onChange={(value) => onChange({ roleId: value === everyone ? null : Number(value) })}
        />
      )}
      {areMembers && teams.length > 0 && (
        <ChoiceRows
          label={t('people.filter.team')}
          choices={[
            { value: everyone, title: t('people.filter.everyTeam') },
            ...teams.map(({ entity, team }) => ({ value: entity, title: team.name || t('common.unnamed') })),
          ]}
          value={filter.team ?? everyone}
          onChange={(value) => onChange({ team: value === everyone ? null : value })}
        />
      )}
    </Dialog>
  );
}
