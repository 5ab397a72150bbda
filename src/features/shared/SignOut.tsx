import { router } from 'expo-router';
import { useState } from 'react';

import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Text } from '@/ui/Text';

import { useRuntime } from './runtime';

type Step = { kind: 'closed' } | { kind: 'asking' } | { kind: 'unsent'; count: number };

/** The way out. It stays closed while records would be left without anybody to send them. */
export function SignOut() {
  const { t } = useI18n();
  const { session } = useRuntime();
  const [step, setStep] = useState<Step>({ kind: 'closed' });
  const [isBusy, setBusy] = useState(false);
  const close = () => setStep({ kind: 'closed' });

  const signOut = async () => {
    setBusy(true);
    const answer = await session.signOut();
    // Once signed out, this screen is gone.
    if (answer.kind === 'signed_out') return;
    setBusy(false);
    setStep(answer);
  };

  return (
    <>
      <Button
        kind="secondary"
        icon="signOut"
        label={t('you.signOut.button')}
        onPress={() => setStep({ kind: 'asking' })}
      />
      <Dialog
        open={step.kind === 'asking'}
        title={t('you.signOut.title')}
        closeLabel={t('common.close')}
        onClose={close}
        actions={
          <>
            <Button kind="secondary" label={t('common.cancel')} onPress={close} />
            <Button
              kind="danger"
              label={t('you.signOut.confirm')}
              busy={isBusy}
              onPress={() => void signOut()}
            />
          </>
        }
      >
        <Text>{t('you.signOut.text')}</Text>
      </Dialog>
      <Dialog
        open={step.kind === 'unsent'}
        title={t('you.signOut.unsentTitle')}
        closeLabel={t('common.close')}
        onClose={close}
        actions={
          <Button
            label={t('you.signOut.outbox')}
            onPress={() => {
              close();
              router.navigate('/outbox');
            }}
          />
        }
      >
        <Text>{t('you.signOut.unsent', { count: step.kind === 'unsent' ? step.count : 0 })}</Text>
        <Text tone="quiet">{t('you.signOut.unsentHelp')}</Text>
      </Dialog>
    </>
  );
}
