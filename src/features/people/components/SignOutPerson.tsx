import { useState } from 'react';

import { type User } from '@/contract/user';
import { personName } from '@/domain/team';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Text } from '@/ui/Text';
import { useToast } from '@/ui/Toast';

/** Ends somebody's sign-ins, for a phone that was lost. Not queued like other changes: it is no use an hour later. */
export function SignOutPerson({ user }: { user: User }) {
  const { t } = useI18n();
  const { session } = useRuntime();
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const name = personName(user) || t('common.unnamed');

  const signOut = async () => {
    setBusy(true);
    const answer = await session.devices.signOutUser(user.id);
    setBusy(false);
    setAsking(false);
    if (answer === 'signed_out')
      toast({ tone: 'done', icon: 'check', title: t('people.profile.signedOut', { name }) });
    else toast({ tone: 'person', icon: 'warning', title: t(`people.profile.notSignedOut.${answer}`) });
  };

  return (
    <>
      <Button
        kind="secondary"
        icon="signOut"
        label={t('people.profile.signOut')}
        onPress={() => setAsking(true)}
      />
      <Dialog
        open={isAsking}
        title={t('people.profile.signOutAsk', { name })}
        closeLabel={t('common.close')}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button kind="secondary" label={t('common.cancel')} onPress={() => setAsking(false)} />
            <Button
              kind="danger"
              label={t('people.profile.signOutConfirm')}
              busy={isBusy}
              onPress={() => void signOut()}
            />
          </>
        }
      >
        <Text>{t('people.profile.signOutText')}</Text>
      </Dialog>
    </>
  );
}
