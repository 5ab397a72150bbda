import { useState } from 'react';
import { View } from 'react-native';

import { type Role } from '@/contract/role';
import { type TeamView } from '@/db/teams';
import { type UserLine } from '@/db/users';
import { roleChoices } from '@/features/shared/roleChoices';
import { useRuntime } from '@/features/shared/runtime';
import { usePermissions } from '@/features/shared/usePermissions';
import { useSave } from '@/features/shared/forms/useSave';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { ChoiceRows } from '@/ui/ChoiceRows';
import { Dialog } from '@/ui/Dialog';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { membersAmong, roleChangeRow, teamMembersRow } from '../mutations';

type BulkChange = 'role' | 'join' | 'leave';

interface BulkBarProps {
  chosen: readonly UserLine[];
  roles: readonly Role[];
  teams: readonly TeamView[];
  onAll: () => void;
  onDone: () => void;
}

/** What can be done with the chosen people together. Each change is sent like one made on the page of a person or team. */
export function BulkBar({ chosen, roles, teams, onAll, onDone }: BulkBarProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const { canChangeRoles } = usePermissions();
  const [open, setOpen] = useState<BulkChange | null>(null);
  return (
    <View style={styles.bar}>
      <Text variant="strong" aria-live="polite">
        {t('people.bulk.chosen', { number: format.number(chosen.length) })}
      </Text>
      <Button kind="quiet" label={t('people.bulk.all')} onPress={onAll} />
      {canChangeRoles && (
        <Button
          kind="secondary"
          icon="star"
          label={t('people.profile.changeRole')}
          disabled={chosen.length === 0}
          onPress={() => setOpen('role')}
        />
      )}
      {teams.length > 0 && (
        <>
          <Button
            kind="secondary"
            icon="people"
            label={t('people.bulk.team')}
            disabled={chosen.length === 0}
            onPress={() => setOpen('join')}
          />
          <Button
            kind="secondary"
            icon="close"
            label={t('people.bulk.leave')}
            disabled={chosen.length === 0}
            onPress={() => setOpen('leave')}
          />
        </>
      )}
      <Button kind="quiet" label={t('teamEdit.pick.done')} onPress={onDone} />
      {open !== null && (
        <BulkDialog
          what={open}
          chosen={chosen}
          roles={roles}
          teams={teams}
          onClose={() => setOpen(null)}
          onSaved={onDone}
        />
      )}
    </View>
  );
}

const titles = {
  role: 'people.profile.changeRole',
  join: 'people.bulk.team',
  leave: 'people.bulk.leave',
} as const;

interface BulkDialogProps extends Pick<BulkBarProps, 'chosen' | 'roles' | 'teams'> {
  what: BulkChange;
  onClose: () => void;
  onSaved: () => void;
}

function BulkDialog({ what, chosen, roles, teams, onClose, onSaved }: BulkDialogProps) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const { canChangeRoleOf, canGiveRole } = usePermissions();
  const { isSaving, save } = useSave();
  const [value, setValue] = useState<string | null>(null);
  // Created when the dialog opens: a second press is the same change.
  const [ids] = useState(() => new Map(chosen.map((person) => [person.id, runtime.newId()])));
  // Nobody gives up the own role by choosing everyone.
  const changeable = chosen.filter(
    ({ id, roleType }) =>
      id !== runtime.scope.userId && canChangeRoleOf({ role_data: { type: roleType ?? undefined } })
  );
  const skipped = what === 'role' ? chosen.length - changeable.length : 0;

  const people = chosen.map(({ id }) => id);
  const teamChoices = teams.flatMap((view) => {
    const members = membersAmong(view, people);
    if (members === null || (what === 'leave' && members.length === 0)) return [];
    const detail = t('people.bulk.members', { number: format.number(members.length) });
    return [{ value: view.entity, title: view.team.name || t('common.unnamed'), detail }];
  });

  const rowsOf = (picked: string) => {
    const idOf = (person: number) => ids.get(person) ?? runtime.newId();
    if (what === 'role')
      return changeable
        .filter(({ roleId }) => roleId !== Number(picked))
        .map(({ id, name, roleId }) => {
          const seen = { id, role_data: { id: roleId ?? undefined } };
          return roleChangeRow({ id: idOf(id), seen, who: name }, Number(picked));
        });
    const view = teams.find(({ entity }) => entity === picked);
    const row = view && teamMembersRow(idOf(chosen[0]?.id ?? 0), view, { what, people });
    return row ? [row] : [];
  };
  const rows = value === null ? [] : rowsOf(value);
  const choices =
    what === 'role'
      ? roleChoices(
          t,
          roles.filter(({ type }) => canGiveRole(type))
        )
      : teamChoices;
  return (
    <Dialog
      open
      title={t(titles[what])}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        <Button
          label={t('common.save')}
          busy={isSaving}
          disabled={rows.length === 0}
          onPress={() => void save(rows).then((isSaved) => isSaved && onSaved())}
        />
      }
    >
      <Text tone="quiet">{t('people.bulk.chosen', { number: format.number(chosen.length) })}</Text>
      {skipped > 0 && (
        <Text variant="note" tone="person">
          {t('people.bulk.skipped', { number: format.number(skipped) })}
        </Text>
      )}
      {what === 'role' && <Text tone="quiet">{t('people.role.signsOut')}</Text>}
      {choices.length === 0 && <Text>{t('people.bulk.inNone')}</Text>}
      <ChoiceRows
        label={t(what === 'role' ? 'people.filter.role' : 'people.filter.team')}
        labelHidden
        choices={choices}
        value={value}
        onChange={setValue}
      />
    </Dialog>
  );
}

const useStyles = createStyles(() => ({
  bar: { flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', gap: space.s },
}));
