import { useState } from 'react';
import { View } from 'react-native';

import type { OutboxRow } from '@/db/outbox/outbox';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { confirmExists, sendAgain } from '../mutations';
import { useDecision } from '../useDecision';

/** A number as typed: null where the field is empty, undefined where it holds something else. */
function readNumber(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  const number = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** The phone cannot check whether the record arrived: the person does, and may enter its number. */
export function CannotCheckPanel({ row, onDone }: { row: OutboxRow; onDone: () => void }) {
  const { t } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const { decide, problem } = useDecision(onDone);
  const [isThere, setThere] = useState(false);
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  // An invitation and a change of a record have no number of their own.
  const hasNumber = row.kind === 'bundle_create' || row.kind === 'team_create';
  const confirm = () => {
    const number = readNumber(typed);
    setWrong(number === undefined);
    if (number !== undefined) void decide(() => confirmExists(runtime, row, number));
  };
  return (
    <View style={styles.container}>
      <SectionHeader title={t('outbox.question.title')} />
      <Text>{t('outbox.question.none')}</Text>
      {problem !== null && <Banner live tone="person" icon="warning" title={problem} />}
      {isThere ? (
        <>
          <TextField
            label={t('outbox.question.number')}
            hint={t('outbox.question.numberHint')}
            inputMode="numeric"
            autoFocus
            value={typed}
            onChangeText={setTyped}
            error={isWrong ? t('outbox.question.numberWrong') : undefined}
          />
          <Button label={t('outbox.question.confirm')} onPress={confirm} />
          <Button kind="secondary" label={t('common.cancel')} onPress={() => setThere(false)} />
        </>
      ) : (
        <>
          <Button
            kind="secondary"
            icon="check"
            label={t('outbox.question.there')}
            onPress={() => (hasNumber ? setThere(true) : confirm())}
          />
          <Button
            kind="secondary"
            icon="arrowUp"
            label={t('outbox.row.sendAgain')}
            onPress={() => void decide(() => sendAgain(runtime, row))}
          />
        </>
      )}
    </View>
  );
}

const useStyles = createStyles(() => ({ container: { gap: space.m } }));
