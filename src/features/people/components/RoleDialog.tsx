import { useState } from 'react';

import { type Role } from '@/contract/role';
import { type User } from '@/contract/user';
import { personName } from '@/domain/team';
import { roleChoices } from '@/features/shared/roleChoices';
import { useRuntime } from '@/features/shared/runtime';
import { usePermissions } from '@/features/shared/usePermissions';
import { useSave } from '@/features/shared/forms/useSave';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { ChoiceRows } from '@/ui/ChoiceRows';
import { Dialog } from '@/ui/Dialog';
import { Text } from '@/ui/Text';

import { roleChangeRow } from '../mutations';

interface RoleDialogProps {
  user: User;
  roles: readonly Role[];
  onClose: () => void;
}

/** Changes the role of a person, to one that is not above the own role. */
export function RoleDialog({ user, roles, onClose }: RoleDialogProps) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { canGiveRole } = usePermissions();
  const { isSaving, save } = useSave();
  const [id] = useState(runtime.newId);
  const current = user.role_data?.id;
  const [chosen, setChosen] = useState(current === undefined ? null : String(current));
  const offered = roles.filter(({ type }) => canGiveRole(type));
  const name = personName(user);

  const give = async () => {
    const isSaved = await save([roleChangeRow({ id, seen: user, who: name }, Number(chosen))]);
    if (isSaved) onClose();
  };

  return (
    <Dialog
      open
      title={t('people.role.title', { name })}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        offered.length > 0 && (
          <Button
            label={t('people.role.save')}
            busy={isSaving}
            disabled={chosen === null || chosen === String(current)}
            onPress={() => void give()}
          />
        )
      }
    >
      {offered.length === 0 ? (
        <Text tone="quiet">{t('people.role.unknown')}</Text>
      ) : (
        <>
          <Text tone="quiet">{t('people.role.signsOut')}</Text>
          <ChoiceRows
            label={t('people.filter.role')}
            labelHidden
            choices={roleChoices(t, offered)}
            value={chosen}
            onChange={setChosen}
          />
        </>
      )}
    </Dialog>
  );
}
