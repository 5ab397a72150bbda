// Offline: the same. A PIN is checked on the phone; only signing in instead needs a signal.
import { useEffect, useRef, useState } from 'react';
import { type TextInput, View } from 'react-native';

import { longestPin } from '@/domain/lock';
import { durationWords } from '@/features/shared/duration';
import { type PinResult } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { EmptyState } from '@/ui/EmptyState';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

/** The unsent records on this phone. `isAutomatic`: all of them are sent without a person. */
export type WaitingLocked = { count: number; isAutomatic: boolean };

interface LockScreenProps {
  /** The number alone. */
  waiting: WaitingLocked;
  unlock: (pin: string) => Promise<PinResult>;
  /** Biometric unlock; null where it is off. */
  withBiometrics: (() => Promise<void>) | null;
  signInInstead: () => Promise<void>;
}

type Problem = { kind: 'wrong'; left: number } | { kind: 'wait'; until: number };

/** The screen of the locked app. */
export function LockScreen({ waiting, unlock, withBiometrics, signInInstead }: LockScreenProps) {
  const { t } = useI18n();
  const styles = useStyles();
  const field = useRef<TextInput>(null);
  const [pin, setPin] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isGivingUp, setGivingUp] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const left = useCountdown(problem?.kind === 'wait' ? problem.until : null);

  const take = (result: PinResult) => {
    if (result.kind === 'right') return;
    setBusy(false);
    setPin('');
    if (result.kind === 'sign_in') return void signInInstead();
    if (result.forMs > 0) setProblem({ kind: 'wait', until: performance.now() + result.forMs });
    else if (result.kind === 'wrong') setProblem({ kind: 'wrong', left: result.left });
    field.current?.focus();
  };
  const submit = () => {
    if (isBusy || left > 0 || pin === '') return;
    setBusy(true);
    // A failure of the secret store costs no try.
    void unlock(pin).then(take, () => setBusy(false));
  };
  const error =
    left > 0
      ? t('lock.wait', { duration: durationWords(t, left) })
      : problem?.kind === 'wrong'
        ? t('lock.wrong', { count: problem.left })
        : undefined;

  return (
    <Screen
      title="Doorstep"
      footer={
        <Button
          size="main"
          icon="lock"
          label={t('lock.unlock')}
          busy={isBusy}
          disabled={left > 0}
          onPress={submit}
        />
      }
    >
      <EmptyState
        icon="lock"
        title={t('lock.title')}
        text={
          waiting.count === 0
            ? t('lock.nothingWaits')
            : t(waiting.isAutomatic ? 'lock.waiting' : 'join.waiting.title', { count: waiting.count })
        }
      />
      <View style={styles.fields}>
        <TextField
          ref={field}
          label={t('lock.pin')}
          error={error}
          large
          secureTextEntry
          autoFocus
          autoComplete="off"
          inputMode="numeric"
          keyboardType="number-pad"
          maxLength={longestPin}
          value={pin}
          onChangeText={(text) => {
            setPin(text.replace(/\D/g, ''));
            if (problem?.kind === 'wrong') setProblem(null);
          }}
          onSubmitEditing={submit}
        />
        {withBiometrics !== null && (
          <Button
            kind="secondary"
            icon="person"
            label={t('lock.biometrics')}
            onPress={() => void withBiometrics()}
          />
        )}
        <Button kind="quiet" label={t('lock.forgotten')} onPress={() => setGivingUp(true)} />
      </View>
      <Dialog
        open={isGivingUp}
        title={t('lock.forgottenTitle')}
        closeLabel={t('common.close')}
        onClose={() => setGivingUp(false)}
        actions={
          <>
            <Button kind="secondary" label={t('common.cancel')} onPress={() => setGivingUp(false)} />
            <Button label={t('lock.signIn')} onPress={() => void signInInstead()} />
          </>
        }
      >
        <Text>{t('lock.forgottenText')}</Text>
      </Dialog>
    </Screen>
  );
}

/** Milliseconds until a time of the monotonic clock, updated every second. */
function useCountdown(until: number | null): number {
  const [now, setNow] = useState(() => performance.now());
  const isRunning = until !== null && until > now;
  useEffect(() => {
    if (until === null) return;
    const tick = () => setNow(performance.now());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [until, isRunning]);
  return until === null ? 0 : Math.max(0, until - now);
}

const useStyles = createStyles(() => ({ fields: { gap: space.m } }));
