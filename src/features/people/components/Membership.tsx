import { useState } from 'react';

import { type User } from '@/contract/user';
import { personName } from '@/domain/team';
import { ConfirmButton } from '@/features/shared/ConfirmButton';
import { useExtension } from '@/features/shared/useExtension';
import { usePermissions } from '@/features/shared/usePermissions';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';

import { useMembership } from '../useMembership';

/** Suspends a person, removes them from the space, or ends a suspension; hidden where the service cannot. */
export function MembershipButtons({ user }: { user: User }) {
  const { t } = useI18n();
  const name = personName(user) || t('common.unnamed');
  const change = useMembership(user.id, name);
  const isOffered = useExtension('membership');
  const { canEndMembershipOf } = usePermissions();
  if (!isOffered || !canEndMembershipOf(user)) return null;
  return (
    <>
      {user.suspended_at === undefined ? (
        <ConfirmButton
          kind="secondary"
          icon="block"
          label={t('people.membership.suspend')}
          question={t('people.membership.suspendAsk', { name })}
          text={t('people.membership.suspendText')}
          confirmLabel={t('people.membership.suspendConfirm')}
          onConfirm={() => change('suspended')}
        />
      ) : (
        <AdmitButton userId={user.id} name={name} label={t('people.membership.resume')} />
      )}
      <ConfirmButton
        kind="secondary"
        icon="trash"
        label={t('people.membership.remove')}
        question={t('people.membership.removeAsk', { name })}
        text={t('people.membership.removeText')}
        confirmLabel={t('people.membership.removeConfirm')}
        onConfirm={() => change('removed')}
      />
    </>
  );
}

interface AdmitButtonProps {
  userId: number;
  name: string;
  label: string;
}

/** Ends a suspension, or lets a removed person in again. */
export function AdmitButton({ userId, name, label }: AdmitButtonProps) {
  const change = useMembership(userId, name);
  const [isBusy, setBusy] = useState(false);
  const admit = async () => {
    setBusy(true);
    await change('active');
    setBusy(false);
  };
  return <Button kind="secondary" icon="check" label={label} busy={isBusy} onPress={() => void admit()} />;
}

/** Says since when a person is suspended. */
export function SuspendedBanner({ since }: { since: string }) {
  const { t, format } = useI18n();
  return (
    <Banner
      tone="person"
      icon="block"
      title={t('people.membership.suspendedSince', { day: format.date(since) })}
      text={t('people.membership.suspendedText')}
    />
  );
}
