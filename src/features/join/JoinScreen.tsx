// Offline: says that joining needs a signal once. Everything after it works without.
import { useEffect, useRef, useState } from 'react';
import { type User } from '@/contract/user';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';

/** Why joining did not work; each has its own sentence. */
type JoinProblem =
  | 'bad_address'
  | 'no_token'
  | 'offline'
  | 'unreachable'
  | 'no_such_service'
  | 'login_page'
  | 'token_refused'
  | 'service_trouble';

export type JoinOutcome =
  | { kind: 'joined' }
  | { kind: 'choose'; people: { user: User; choose: () => Promise<void> }[] }
  | { kind: JoinProblem };

interface JoinScreenProps {
  /** What an opened link carried; with a token in it, joining starts by itself. */
  link: { baseUrl: string; token: string | null } | null;
  defaultAddress: string;
  join: (baseUrl: string, token: string) => Promise<JoinOutcome>;
}

export function JoinScreen({ link, defaultAddress, join }: JoinScreenProps) {
  const { t } = useI18n();
  const [address, setAddress] = useState(link?.baseUrl ?? defaultAddress);
  const [token, setToken] = useState(link?.token ?? '');
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<JoinOutcome | null>(null);

  const submit = async (baseUrl: string, secret: string) => {
    if (!/^https?:\/\/\S+$/i.test(baseUrl.trim())) return setOutcome({ kind: 'bad_address' });
    if (secret.trim() === '') return setOutcome({ kind: 'no_token' });
    setBusy(true);
    setOutcome(null);
    const answer = await join(baseUrl.trim(), secret.trim());
    // Once joined, this screen is gone.
    if (answer.kind === 'joined') return;
    setBusy(false);
    setOutcome(answer);
  };

  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || !link?.token) return;
    begun.current = true;
    void submit(link.baseUrl, link.token);
  });

  if (outcome?.kind === 'choose') {
    return (
      <Screen title={t('join.choose.title')} below={t('join.choose.text')}>
        {outcome.people.map(({ user, choose }) => (
          <ListRow
            key={user.id}
            title={[user.firstname, user.surname].filter(Boolean).join(' ') || t('common.unnamed')}
            detail={user.mail}
            onPress={() => void choose()}
          />
        ))}
      </Screen>
    );
  }

  const problem = outcome && outcome.kind !== 'joined' ? outcome.kind : null;
  return (
    <Screen
      title={t('join.title')}
      footer={
        <Button
          size="main"
          label={busy ? t('join.joining') : t('join.button')}
          busy={busy}
          onPress={() => void submit(address, token)}
        />
      }
    >
      <Text tone="quiet">{t('join.intro')}</Text>
      {problem && problem !== 'bad_address' && problem !== 'no_token' && (
        <Banner live tone="person" icon="warning" title={t(`join.problem.${problem}`)} />
      )}
      <TextField
        label={t('join.address')}
        hint={t('join.addressHint')}
        value={address}
        onChangeText={setAddress}
        autoCapitalize="none"
        autoCorrect={false}
        inputMode="url"
        error={problem === 'bad_address' ? t('join.problem.bad_address') : undefined}
      />
      <TextField
        label={t('join.token')}
        value={token}
        onChangeText={setToken}
        autoCapitalize="none"
        autoCorrect={false}
        secureTextEntry
        error={problem === 'no_token' ? t('join.problem.no_token') : undefined}
      />
    </Screen>
  );
}
