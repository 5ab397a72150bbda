import { useState } from 'react';

import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';

import { useRuntime, useSyncStatus } from './runtime';

/** Offers to sign in again when the session has ended, and shows why if the membership has; hidden otherwise. */
export function SignInAgain() {
  const { t } = useI18n();
  const { session } = useRuntime();
  const { phase } = useSyncStatus();
  const [busy, setBusy] = useState(false);
  if (phase.kind !== 'signed_out') return null;
  const openSignIn = () => {
    // The sign-in replaces this screen, so it stays busy.
    setBusy(true);
    void session.signInAgain();
  };
  return (
    <>
      {session.ended !== null && (
        <Banner
          live
          tone="person"
          icon="block"
          title={t(`common.ended.${session.ended}`)}
          text={t('common.ended.text')}
        />
      )}
      <Button icon="key" label={t('common.signInAgain')} busy={busy} onPress={openSignIn} />
    </>
  );
}
