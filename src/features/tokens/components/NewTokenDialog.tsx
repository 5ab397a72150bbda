import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { TOKEN_RIGHTS, type TokenRight } from '@/contract/token';
import { whyNotWritten } from '@/domain/online';
import { useRuntime } from '@/features/shared/runtime';
import { SecondStepButton } from '@/features/shared/SecondStepButton';
import { useShare } from '@/features/shared/useShare';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { CheckboxRow } from '@/ui/CheckboxRow';
import { ChoiceChips } from '@/ui/ChoiceChips';
import { Dialog } from '@/ui/Dialog';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';

import { tokenQueries } from '../queries';

const durations = ['7', '30', '90', '365'] as const;

/** The form of a new token: name, rights and duration. Then shows the token once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const share = useShare();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [rights, setRights] = useState<TokenRight[]>(['read']);
  const [days, setDays] = useState<string>('90');
  const [isBusy, setBusy] = useState(false);
  const [isTried, setTried] = useState(false);
  const [problem, setProblem] = useState<'second_step' | 'offline' | 'not_now' | 'refused' | null>(null);
  const [token, setToken] = useState<string | null>(null);

  const create = async () => {
    setTried(true);
    if (name.trim() === '' || rights.length === 0) return;
    setBusy(true);
    const result = await runtime.online.write({
      endpoint: 'createToken',
      body: { data: { name: name.trim(), rights, days: Number(days) } },
      key: runtime.newId(),
    });
    setBusy(false);
    if (result.kind === 'written') {
      setToken(result.value.token);
      await client.invalidateQueries({ queryKey: tokenQueries.list(runtime).queryKey });
      return;
    }
    const { kind } = result;
    setProblem(kind === 'second_step' ? kind : whyNotWritten(kind));
  };

  if (token !== null)
    return (
      <Dialog
        open
        title={t('tokens.made')}
        closeLabel={t('common.close')}
        onClose={onClose}
        actions={
          <>
            <Button
              kind="secondary"
              icon="share"
              label={t('tokens.share')}
              onPress={() => void share(token)}
            />
            <Button label={t('tokens.stored')} onPress={onClose} />
          </>
        }
      >
        <Text>{t('tokens.madeText')}</Text>
        <TextField label={t('tokens.token')} value={token} readOnly />
      </Dialog>
    );
  return (
    <Dialog
      open
      title={t('tokens.create')}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={<Button label={t('tokens.confirmCreate')} busy={isBusy} onPress={() => void create()} />}
    >
      {problem !== null && (
        <Banner
          live
          tone="person"
          icon="warning"
          title={t(problem === 'second_step' ? 'you.secondStep.first' : `common.online.${problem}`)}
        />
      )}
      {problem === 'second_step' && <SecondStepButton />}
      <TextField
        label={t('tokens.name')}
        hint={t('tokens.nameHint')}
        error={isTried && name.trim() === '' ? t('tokens.nameMissing') : undefined}
        value={name}
        onChangeText={setName}
      />
      {TOKEN_RIGHTS.map((right) => (
        <CheckboxRow
          key={right}
          label={t(`tokens.right.${right}`)}
          checked={rights.includes(right)}
          onChange={(isOn) =>
            setRights((before) => (isOn ? [...before, right] : before.filter((each) => each !== right)))
          }
        />
      ))}
      {isTried && rights.length === 0 && (
        <Text tone="person" aria-live="polite">
          {t('tokens.rightMissing')}
        </Text>
      )}
      <ChoiceChips
        label={t('tokens.duration')}
        choices={durations.map((value) => ({ value, label: t('tokens.days', { count: Number(value) }) }))}
        value={days}
        onChange={setDays}
      />
    </Dialog>
  );
}
