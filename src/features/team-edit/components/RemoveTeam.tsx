import { useState } from 'react';

import { useRuntime } from '@/features/shared/runtime';
import { useSave } from '@/features/shared/useSave';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Text } from '@/ui/Text';

import { deleteTeamRow } from '../actions';

interface RemoveTeamProps {
  entity: string;
  name: string;
  onRemoved: () => void;
}

/** Asks once, with the name of the team in the question. */
export function RemoveTeam({ entity, name, onRemoved }: RemoveTeamProps) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { isSaving, save } = useSave();
  const [isAsking, setAsking] = useState(false);
  const [id] = useState(runtime.newId);
  const remove = async () => {
    if (!(await save([deleteTeamRow(id, entity, name)]))) return;
    setAsking(false);
    onRemoved();
  };
  return (
    <>
      <Button
        kind="danger"
        icon="trash"
        label={t('teamEdit.removal.button')}
        onPress={() => setAsking(true)}
      />
      <Dialog
        open={isAsking}
        title={t('teamEdit.removal.title', { name })}
        closeLabel={t('common.close')}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button kind="secondary" label={t('common.cancel')} onPress={() => setAsking(false)} />
            <Button
              kind="danger"
              label={t('teamEdit.removal.confirm')}
              busy={isSaving}
              onPress={() => void remove()}
            />
          </>
        }
      >
        <Text>{t('teamEdit.removal.text')}</Text>
      </Dialog>
    </>
  );
}
