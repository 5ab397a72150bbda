import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';

import { pinErrorOf, lockChoices, longestPin, shortestPin, type LockAfter } from '@/domain/lock';
import { useRuntime } from '@/features/shared/runtime';
import { useAttempt } from '@/features/shared/useAttempt';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { ChoiceChips } from '@/ui/ChoiceChips';
import { Dialog } from '@/ui/Dialog';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';
import { CheckboxRow } from '@/ui/CheckboxRow';

import { lockQueries } from '../queries';

type On = Exclude<LockAfter, null>;

/** The open question: a new PIN, or the current one before the lock is changed or turned off. */
type Step =
  | { kind: 'new'; after: On }
  | { kind: 'present'; then: 'off' }
  | { kind: 'present'; then: 'change'; after: On };

const nameOf = (after: LockAfter) => (after === null ? ('never' as const) : (`after${after}` as const));

/** The app lock: a PIN, required after a chosen time. */
export function LockSection() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { lock } = runtime;
  const settings = useSyncExternalStore(lock.subscribe, lock.get, lock.get);
  const attempt = useAttempt();
  const { data: hasBiometrics = false } = useQuery(lockQueries.biometrics(runtime));
  const [step, setStep] = useState<Step | null>(null);
  const close = () => setStep(null);

  const choose = (after: LockAfter) => {
    if (after === settings.after) return;
    if (after === null) setStep({ kind: 'present', then: 'off' });
    else if (settings.after === null) setStep({ kind: 'new', after });
    else void attempt(() => lock.setAfter(after));
  };

  return (
    <>
      <SectionHeader title={t('lock.settings.title')} />
      <Text variant="note" tone="quiet">
        {t('lock.settings.text')}
      </Text>
      <ChoiceChips
        label={t('lock.settings.when')}
        choices={lockChoices.map((after) => ({
          value: nameOf(after),
          label: t(`lock.settings.${nameOf(after)}`),
        }))}
        value={nameOf(settings.after)}
        onChange={(name) => choose(lockChoices.find((after) => nameOf(after) === name) ?? null)}
      />
      {settings.after !== null && hasBiometrics && (
        <CheckboxRow
          label={t('lock.settings.biometrics')}
          checked={settings.withBiometrics}
          onChange={(on) => void attempt(() => lock.setBiometrics(on))}
        />
      )}
      {settings.after !== null && (
        <Button
          kind="secondary"
          icon="key"
          label={t('lock.settings.change')}
          onPress={() => setStep({ kind: 'present', then: 'change', after: settings.after ?? 0 })}
        />
      )}
      {step?.kind === 'new' && <NewPin after={step.after} onClose={close} />}
      {step?.kind === 'present' && (
        <PresentPin
          onClose={close}
          onRight={() => {
            if (step.then === 'change') return setStep({ kind: 'new', after: step.after });
            void attempt(lock.turnOff).then(close);
          }}
        />
      )}
    </>
  );
}

const digits = {
  secureTextEntry: true,
  autoComplete: 'off',
  inputMode: 'numeric',
  keyboardType: 'number-pad',
  maxLength: longestPin,
} as const;

function NewPin({ after, onClose }: { after: On; onClose: () => void }) {
  const { t } = useI18n();
  const { lock } = useRuntime();
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const attempt = useAttempt();
  const error = pinErrorOf(pin);

  const save = async () => {
    setTried(true);
    if (error !== null || pin !== again || isBusy) return;
    setBusy(true);
    const isOn = await attempt(async () => {
      await lock.turnOn(pin, after);
      return true;
    });
    setBusy(false);
    if (isOn) onClose();
  };

  return (
    <Dialog
      open
      title={t('lock.settings.newTitle')}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={<Button label={t('lock.settings.save')} busy={isBusy} onPress={() => void save()} />}
    >
      <Text>{t('lock.settings.newText')}</Text>
      <TextField
        {...digits}
        label={t('lock.settings.newPin')}
        hint={t('lock.settings.length', { count: shortestPin })}
        error={isTried && error !== null ? t(`lock.error.${error}`, { count: shortestPin }) : undefined}
        value={pin}
        onChangeText={setPin}
      />
      <TextField
        {...digits}
        label={t('lock.settings.again')}
        error={isTried && error === null && pin !== again ? t('lock.error.different') : undefined}
        value={again}
        onChangeText={setAgain}
        onSubmitEditing={() => void save()}
      />
    </Dialog>
  );
}

function PresentPin({ onRight, onClose }: { onRight: () => void; onClose: () => void }) {
  const { t } = useI18n();
  const { lock } = useRuntime();
  const [pin, setPin] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const attempt = useAttempt();

  const check = async () => {
    // A second Enter is no second try.
    if (pin === '' || isBusy) return;
    setBusy(true);
    const result = await attempt(() => lock.check(pin));
    setBusy(false);
    if (result === null) return;
    if (result.kind === 'right') return onRight();
    setPin('');
    if (result.kind === 'sign_in') return setError(t('lock.settings.spent'));
    setError(result.forMs > 0 ? t('lock.settings.waits') : t('lock.settings.wrong'));
  };

  return (
    <Dialog
      open
      title={t('lock.settings.presentTitle')}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={<Button label={t('lock.settings.next')} busy={isBusy} onPress={() => void check()} />}
    >
      <TextField
        {...digits}
        label={t('lock.pin')}
        error={error}
        value={pin}
        onChangeText={(text) => {
          setPin(text);
          setError(undefined);
        }}
        onSubmitEditing={() => void check()}
      />
    </Dialog>
  );
}
