import { useState } from 'react';

import { useRuntime } from './runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';

interface CodeEntryProps {
  /** Resolves with the sentence that says why the code is not accepted; null if it is. */
  onCode: (text: string) => Promise<string | null>;
}

/** Reads the code of another phone: with the camera, or typed. */
export function CodeEntry({ onCode }: CodeEntryProps) {
  const { t } = useI18n();
  const { Scanner } = useRuntime().device;
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<{ isScanned: boolean; text: string } | null>(null);
  const [hasCamera, setHasCamera] = useState(Scanner !== null);
  const [turn, setTurn] = useState(0);
  const [isBusy, setBusy] = useState(false);

  const read = async (text: string, isScanned: boolean) => {
    setBusy(true);
    // A store that cannot be read leaves the code where it is, to be tried again.
    const why = await onCode(text).catch(() => t('common.notDone.failed'));
    setBusy(false);
    if (why === null) return;
    setProblem({ isScanned, text: why });
    // The camera stops at the first code; this restarts it.
    if (isScanned) setTurn((before) => before + 1);
  };
  const use = () =>
    typed.trim() === ''
      ? setProblem({ isScanned: false, text: t('cash.code.missing') })
      : void read(typed, false);

  return (
    <>
      {Scanner !== null && hasCamera ? (
        <Scanner
          key={turn}
          label={t('cash.code.camera')}
          onCode={(text) => void read(text, true)}
          onRefused={() => setHasCamera(false)}
        />
      ) : (
        <Text tone="quiet">{t('cash.code.noCamera')}</Text>
      )}
      {problem?.isScanned === true && (
        <Text tone="person" aria-live="polite">
          {problem.text}
        </Text>
      )}
      <TextField
        label={t('cash.code.typed')}
        hint={t('cash.code.typedHint')}
        value={typed}
        onChangeText={(text) => {
          setTyped(text);
          setProblem(null);
        }}
        error={problem?.isScanned === false ? problem.text : undefined}
        inputMode="numeric"
        autoComplete="off"
        autoCorrect={false}
        maxLength={2_000}
      />
      <Button kind="secondary" label={t('cash.code.use')} busy={isBusy} onPress={use} />
    </>
  );
}
