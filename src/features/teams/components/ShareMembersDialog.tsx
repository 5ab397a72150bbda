import { useState } from 'react';

import { type TeamPerson } from '@/domain/team';
import { useShare } from '@/features/shared/useShare';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { CheckboxRow } from '@/ui/CheckboxRow';
import { Dialog } from '@/ui/Dialog';
import { Text } from '@/ui/Text';

import { writeMemberList } from '../shareTexts';

interface ShareMembersDialogProps {
  team: string;
  place: string;
  people: readonly TeamPerson[];
  onClose: () => void;
}

/** Asks what the shared list of members contains: names alone, unless the person adds more. */
export function ShareMembersDialog({ team, place, people, onClose }: ShareMembersDialogProps) {
  const { t } = useI18n();
  const share = useShare();
  const [withPhone, setPhone] = useState(false);
  const [withMail, setMail] = useState(false);
  return (
    <Dialog
      open
      title={t('teams.share.title')}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        <Button
          icon="share"
          label={t('teams.share.button')}
          onPress={() => {
            onClose();
            void share(writeMemberList(t, { team, place, people, withPhone, withMail }));
          }}
        />
      }
    >
      <Text>{t('teams.share.text')}</Text>
      <CheckboxRow label={t('teams.share.phone')} checked={withPhone} onChange={setPhone} />
      <CheckboxRow label={t('teams.share.mail')} checked={withMail} onChange={setMail} />
    </Dialog>
  );
}
