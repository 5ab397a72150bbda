import { useState } from 'react';

import { ConfirmButton } from '@/features/shared/ConfirmButton';
import { useRuntime } from '@/features/shared/runtime';
import { useSave } from '@/features/shared/forms/useSave';
import { useI18n } from '@/i18n/I18nProvider';

import { deleteTeamRow } from '../../mutations';

interface RemoveTeamProps {
  entity: string;
  name: string;
  onRemoved: () => void;
}

/** Requires confirmation with the name of the team. */
export function RemoveTeam({ entity, name, onRemoved }: RemoveTeamProps) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { save } = useSave();
  const [id] = useState(runtime.newId);
  const remove = async () => {
    const isSaved = await save([deleteTeamRow(id, entity, name)]);
    if (isSaved) onRemoved();
    return isSaved;
  };
  return (
    <ConfirmButton
      kind="danger"
      icon="trash"
      label={t('teamEdit.removal.button')}
      question={t('teamEdit.removal.title', { name })}
      text={t('teamEdit.removal.text')}
      confirmLabel={t('teamEdit.removal.confirm')}
      onConfirm={remove}
    />
  );
}
