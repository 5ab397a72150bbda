import { useState } from 'react';

import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { TextField } from '@/ui/TextField';

interface GuestDialogProps {
  onClose: () => void;
  onAdd: (name: string) => void;
}

/** Somebody who is here and not in the team. */
export function GuestDialog({ onClose, onAdd }: GuestDialogProps) {
  const { t } = useI18n();
  const [name, setName] = useState('');
  const typed = name.trim();
  return (
    <Dialog
      open
      title={t('rollCall.addGuest')}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={<Button label={t('rollCall.add')} disabled={typed === ''} onPress={() => onAdd(typed)} />}
    >
      <TextField
        label={t('rollCall.guestName')}
        autoFocus
        maxLength={200}
        value={name}
        onChangeText={setName}
        onSubmitEditing={() => typed !== '' && onAdd(typed)}
      />
    </Dialog>
  );
}
