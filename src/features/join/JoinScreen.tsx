// Offline: shows that joining needs a signal once. Everything after it works without.
import { useEffect, useRef, useState, type ComponentType } from 'react';
import { View } from 'react-native';

import { type UnsentHere } from '@/db/outbox/outbox';
import { type ScannerProps } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { ChooseSpace, type SpaceChoice } from './components/ChooseSpace';
import { ChooseYourself, type PersonChoice } from './components/ChooseYourself';

/** Why joining failed; each has a message. */
type JoinProblem =
  | 'bad_address'
  | 'no_token'
  | 'bad_token'
  | 'offline'
  | 'unreachable'
  | 'no_such_service'
  | 'login_page'
  | 'token_refused'
  | 'service_trouble'
  | 'cancelled'
  | 'no_sign_in'
  | 'not_from_here'
  | 'code_expired'
  | 'not_a_code'
  | 'no_camera';

export type JoinOutcome =
  | { kind: 'joined' }
  /** Opening the sign-in pages of the service. */
  | { kind: 'left' }
  | { kind: 'choose'; people: PersonChoice[] }
  /** Signed in, and a member of several spaces. */
  | { kind: 'choose_space'; spaces: SpaceChoice[] }
  | { kind: JoinProblem };

type Link = { baseUrl: string; token: string | null; newcomerCode: string | null };

interface JoinScreenProps {
  /** The contents of an opened link; with a token, joining starts automatically. */
  link: Link | null;
  /** Parses scanned or pasted text. */
  readLink: (text: string) => Link | null;
  /** The address of the service that served this page; empty if there is none. */
  defaultAddress: string;
  join: (baseUrl: string, token: string) => Promise<JoinOutcome>;
  signIn: (baseUrl: string, newcomerCode: string | null) => Promise<JoinOutcome>;
  /** Continues a sign-in after the browser returns to the app, if there is one. */
  finish: (() => Promise<JoinOutcome>) | null;
  goBack: (() => void) | null;
  /** The service ended the session of this phone. */
  isRevoked: boolean;
  /** The unsent records on this phone. */
  countUnsent: () => Promise<UnsentHere[]>;
  /** Opens an address in the browser, which explains a bad one better than the app can. */
  openOutside: (address: string) => Promise<boolean>;
  Scanner: ComponentType<ScannerProps> | null;
}

/** Problems that are shown at their field, not in a banner. */
const fieldProblems: readonly JoinProblem[] = ['bad_address', 'no_token', 'bad_token'];

/** A request carries only visible ASCII; anything else was not copied from a token. */
const isToken = (token: string) => /^[\x21-\x7e]+$/.test(token);

export function JoinScreen(props: JoinScreenProps) {
  const { link, readLink, defaultAddress, signIn, finish, goBack, openOutside, Scanner } = props;
  const { t } = useI18n();
  const styles = useStyles();
  const [address, setAddress] = useState(link?.baseUrl ?? defaultAddress);
  const [isOtherService, setIsOtherService] = useState(false);
  const [token, setToken] = useState(link?.token ?? '');
  const [byToken, setByToken] = useState(Boolean(link?.token));
  // A link with a token, or a sign-in that returns from the browser, continues automatically.
  const [startsBusy] = useState(finish !== null || Boolean(link?.token));
  const [busy, setBusy] = useState(startsBusy);
  const [scanning, setScanning] = useState(false);
  const [outcome, setOutcome] = useState<JoinOutcome | null>(null);

  const join = (baseUrl: string, secret: string): Promise<JoinOutcome> =>
    isToken(secret) ? props.join(baseUrl, secret) : Promise.resolve({ kind: 'bad_token' });
  const showResult = (result: JoinOutcome) => {
    // This screen unmounts after joining, and while the pages of the service are open.
    if (result.kind === 'joined' || result.kind === 'left') return;
    setBusy(false);
    // A service without sign-in pages needs the collapsed token field.
    if (result.kind === 'no_sign_in') setByToken(true);
    // A page from a plain web server: only the person knows the address of the service.
    if (result.kind === 'no_such_service') setIsOtherService(true);
    setOutcome(result);
  };
  const showWhenDone = (pending: Promise<JoinOutcome>) => {
    setBusy(true);
    setOutcome(null);
    void pending.then(showResult);
  };

  const submit = (typed: string, secret: string, way: 'token' | 'code') => {
    // A complete join link may be pasted into the address field.
    const given = readLink(typed);
    if (given === null) return setOutcome({ kind: 'bad_address' });
    setAddress(given.baseUrl);
    if (given.token !== null) {
      setByToken(true);
      setToken(given.token);
      return showWhenDone(join(given.baseUrl, given.token));
    }
    // The address field does not show the code of the opened link.
    const newcomerCode = given.newcomerCode ?? (link?.baseUrl === given.baseUrl ? link.newcomerCode : null);
    if (way === 'code') return showWhenDone(signIn(given.baseUrl, newcomerCode));
    if (secret.trim() === '') return setOutcome({ kind: 'no_token' });
    showWhenDone(join(given.baseUrl, secret.trim()));
  };

  const hasStarted = useRef(false);
  useEffect(() => {
    if (!startsBusy || hasStarted.current) return;
    hasStarted.current = true;
    if (finish !== null) void finish().then(showResult);
    else if (link?.token) void join(link.baseUrl, link.token).then(showResult);
  });

  const scanned = (text: string) => {
    setScanning(false);
    const found = readLink(text);
    if (found === null) return setOutcome({ kind: 'not_a_code' });
    submit(text, '', 'code');
  };

  if (outcome?.kind === 'choose') return <ChooseYourself people={outcome.people} />;
  if (outcome?.kind === 'choose_space') return <ChooseSpace spaces={outcome.spaces} />;

  const problem = outcome && outcome.kind !== 'joined' && outcome.kind !== 'left' ? outcome.kind : null;
  // A page does not need to ask for the address that it was served from.
  const isServedHere = !isOtherService && address === defaultAddress && readLink(defaultAddress) !== null;
  const way = byToken ? 'token' : 'code';
  const press = () => {
    if (!busy) submit(address, token, way);
  };
  const label = {
    token: busy ? t('join.joining') : t('join.button'),
    code: busy ? t('join.signingIn') : t('join.signIn'),
  }[way];
  return (
    <Screen
      title={t('join.title')}
      footer={
        <Button
          size="main"
          label={label}
          hint={byToken ? undefined : t('join.signInHint')}
          busy={busy}
          onPress={press}
        />
      }
    >
      {props.isRevoked && (
        <Banner
          tone="waiting"
          icon="signOut"
          title={t('join.signedOut.title')}
          text={t('join.signedOut.text')}
        />
      )}
      <UnsentBanner count={props.countUnsent} />
      <Text tone="quiet">{isServedHere ? t('join.introHere') : t('join.intro')}</Text>
      {problem !== null && !fieldProblems.includes(problem) && (
        <Banner live tone="person" icon="warning" title={t(`join.problem.${problem}`)} />
      )}
      {problem === 'unreachable' && (
        <Button
          kind="secondary"
          icon="external"
          label={t('join.openAddress')}
          onPress={() => void openOutside(address)}
        />
      )}
      {isServedHere ? (
        <View style={styles.service}>
          <Text tone="quiet">{t('join.service', { host: new URL(address).host })}</Text>
          <Button
            kind="quiet"
            label={t('join.otherService')}
            disabled={busy}
            onPress={() => setIsOtherService(true)}
          />
        </View>
      ) : (
        <TextField
          label={t('join.address')}
          hint={t('join.addressHint')}
          value={address}
          onChangeText={(typed) => {
            // The field stays, whatever is typed.
            setIsOtherService(true);
            setAddress(typed);
          }}
          // The field replaces a button, and the person is about to replace its content.
          autoFocus={isOtherService}
          selectTextOnFocus={isOtherService}
          autoCapitalize="none"
          autoCorrect={false}
          inputMode="url"
          onSubmitEditing={press}
          error={problem === 'bad_address' ? t('join.problem.bad_address') : undefined}
        />
      )}
      {byToken ? (
        <TextField
          label={t('join.token')}
          value={token}
          onChangeText={setToken}
          autoCapitalize="none"
          autoCorrect={false}
          secureTextEntry
          onSubmitEditing={press}
          error={problem === 'no_token' || problem === 'bad_token' ? t(`join.problem.${problem}`) : undefined}
        />
      ) : (
        <Text variant="note" tone="quiet">
          {t('join.signInHint')}
        </Text>
      )}
      <Button
        kind="quiet"
        label={byToken ? t('join.useCode') : t('join.useToken')}
        disabled={busy}
        onPress={() => setByToken(!byToken)}
      />
      {Scanner && scanning && (
        <Scanner
          label={t('join.scanner')}
          onCode={scanned}
          onRefused={() => {
            setScanning(false);
            setOutcome({ kind: 'no_camera' });
          }}
        />
      )}
      {Scanner && (
        <Button
          kind="secondary"
          label={scanning ? t('join.scanStop') : t('join.scan')}
          disabled={busy}
          onPress={() => setScanning(!scanning)}
        />
      )}
      {goBack && <Button kind="secondary" label={t('join.goBack')} disabled={busy} onPress={goBack} />}
    </Screen>
  );
}

/** A number and a sum: a person who is not signed in sees nothing else. */
function UnsentBanner({ count }: { count: JoinScreenProps['countUnsent'] }) {
  const { t, format } = useI18n();
  const [groups, setGroups] = useState<readonly UnsentHere[]>([]);
  useEffect(() => {
    // A store that cannot be read is reported elsewhere; joining works without this line.
    count().then(setGroups, () => setGroups([]));
  }, [count]);
  const all = groups.reduce((sum, group) => sum + group.count, 0);
  if (all === 0) return null;
  const sums = groups.flatMap(({ currency, amount }) =>
    currency === null ? [] : [format.money(amount, currency)]
  );
  return (
    <Banner
      tone="waiting"
      icon="device"
      title={[t('join.waiting.title', { count: all }), ...sums].join(' · ')}
      text={t('join.waiting.text')}
    />
  );
}

const useStyles = createStyles(() => ({
  service: { flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', columnGap: space.m },
}));
