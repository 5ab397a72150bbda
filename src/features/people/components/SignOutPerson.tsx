import { type User } from '@/contract/user';
import { personName } from '@/domain/team';
import { ConfirmButton } from '@/features/shared/ConfirmButton';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { useToast } from '@/ui/Toast';

/** Signs a person out on all devices, for a lost phone. Not queued: an hour later would be too late. */
export function SignOutPerson({ user }: { user: User }) {
  const { t } = useI18n();
  const { session } = useRuntime();
  const toast = useToast();
  const name = personName(user) || t('common.unnamed');

  const signOut = async () => {
    const result = await session.devices.signOutUser(user.id);
    if (result === 'signed_out')
      toast({ tone: 'done', icon: 'check', title: t('people.profile.signedOut', { name }) });
    else toast({ tone: 'person', icon: 'warning', title: t(`people.profile.notSignedOut.${result}`) });
    return true;
  };

  return (
    <ConfirmButton
      kind="secondary"
      icon="signOut"
      label={t('people.profile.signOut')}
      question={t('people.profile.signOutAsk', { name })}
      text={t('people.profile.signOutText')}
      confirmLabel={t('people.profile.signOutConfirm')}
      onConfirm={signOut}
    />
  );
}
