import { QueryClientProvider } from '@tanstack/react-query';
import { router, Stack } from 'expo-router';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useStore } from 'zustand';
import { JoinScreen, type JoinOutcome } from '@/features/join/JoinScreen';
import { PracticeFrame } from '@/features/practice/PracticeFrame';
import { RuntimeProvider, type Preferences, type Runtime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { preferredLanguage, type ChosenLanguage } from '@/i18n/languages';
import { useLanguage } from '@/i18n/useLanguage';
import { openExternal } from '@/platform/openExternal';
import {
  onLink,
  openedReceipt,
  preferredLanguages,
  takeLaunchLink,
  defaultServiceUrl,
} from '@/platform/launch';
import { Scanner } from '@/platform/scanner';
import { useTheme } from '@/ui/theme';
import { ToastProvider, useToast } from '@/ui/Toast';
import {
  FailedScreen,
  InsecureScreen,
  OpeningTextScreen,
  OtherTabScreen,
  QuarantinedScreen,
  RecordsDeletedScreen,
  UnsupportedScreen,
} from './BootScreens';
import { ErrorScreen } from './ErrorScreen';
import { bootOnce } from '@/runtime/boot';
import { type BootState, type SignedOut, type SignInOutcome } from '@/runtime/bootState';
import { refreshChangedQueries } from '@/runtime/freshness';
import { LockGate } from './LockGate';
import { parseJoinLink, parseLaunchLink } from '@/session/joinLink';
import { defaultPreferences, preferenceState } from '@/runtime/preferences';
import { createQueryClient } from '@/runtime/queryClient';
import { prefetchRoutes } from './prefetchRoutes';
import { ReceiptPage } from './ReceiptPage';
import { ThemedPage } from './ThemedPage';

/** Each screen has an error boundary, so that the tabs and the other screens work after one fails. */
export const unstable_settings = { screenErrorBoundary: ErrorScreen };

/** The root layout. The page of a receipt is for people who are no users: it starts nothing of the app. */
export function AppLayout() {
  const [isReceipt] = useState(() => openedReceipt() !== null);
  return isReceipt ? <ReceiptPage /> : <App />;
}

/** Theme, language, and the screen of the boot state. */
function App() {
  const [boot] = useState(bootOnce);
  const state = useStore(boot);
  const { preferences } = useStore(preferenceState);
  const { theme, textSize } = preferences ?? defaultPreferences;
  const language = useLanguage(useChosenLanguage(preferences, state));
  return (
    <ThemedPage theme={theme} textSize={textSize} language={language}>
      <BootScreen state={state} />
    </ThemedPage>
  );
}

/** How long to wait for the store before the phone's language is used. */
const preferencesTimeoutMs = 1500;

/** The chosen language; null until the preferences are read, so that the wrong language never flashes. */
function useChosenLanguage(preferences: Preferences | null, state: BootState): ChosenLanguage | null {
  const [tags] = useState(preferredLanguages);
  const [hasTimedOut, setTimedOut] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTimedOut(true), preferencesTimeoutMs);
    return () => clearTimeout(timer);
  }, []);
  const isReady = preferences !== null || hasTimedOut || state.kind !== 'opening';
  const { language } = preferences ?? defaultPreferences;
  return useMemo(() => (isReady ? preferredLanguage(language, tags) : null), [isReady, language, tags]);
}

function BootScreen({ state }: { state: BootState }) {
  const wasPracticeRef = useRef(false);
  switch (state.kind) {
    case 'opening':
      return <OpeningTextScreen />;
    case 'open_in_other_tab':
      return <OtherTabScreen isStuck={state.isStuck} takeOver={state.takeOver} />;
    case 'insecure':
      return <InsecureScreen />;
    case 'unsupported':
      return <UnsupportedScreen />;
    case 'failed':
      return <FailedScreen problem={state.problem} tryAgain={state.tryAgain} />;
    case 'quarantined':
      return <QuarantinedScreen acknowledge={state.acknowledge} />;
    case 'records_deleted':
      return <RecordsDeletedScreen acknowledge={state.acknowledge} />;
    case 'signed_out':
      return <Join state={state} />;
    case 'ready':
      return (
        <LockGate state={state} key={`${state.runtime.practice.isOn} ${state.runtime.scope.id}`}>
          <Ready runtime={state.runtime} />
          <HomeAfterPractice isOn={state.runtime.practice.isOn} wasOnRef={wasPracticeRef} />
        </LockGate>
      );
  }
}

/** Opens Home when a practice starts or ends: the number in an address is that of another record there. */
function HomeAfterPractice({ isOn, wasOnRef }: { isOn: boolean; wasOnRef: RefObject<boolean> }) {
  useEffect(() => {
    if (wasOnRef.current === isOn) return;
    wasOnRef.current = isOn;
    router.replace('/');
  }, [isOn, wasOnRef]);
  return null;
}

function Join({ state }: { state: SignedOut }) {
  const { format } = useI18n();
  const [link, setLink] = useState(() => parseLaunchLink(takeLaunchLink()));
  useEffect(() => onLink((opened) => setLink((before) => parseLaunchLink(opened) ?? before)), []);
  const outcomeOf = async (joining: Promise<SignInOutcome>): Promise<JoinOutcome> => {
    const result = await joining;
    if (result.kind === 'choose_space')
      return {
        kind: 'choose_space',
        spaces: result.spaces.map((space) => ({ space, goTo: () => result.goTo(space.id) })),
      };
    if (result.kind !== 'choose') return result;
    return {
      kind: 'choose',
      people: result.people.map(({ user, session }) => ({ user, choose: () => state.choose(session) })),
    };
  };
  const { finish } = state;
  return (
    <JoinScreen
      // A new link resets the form.
      key={`${link?.baseUrl} ${link?.token} ${link?.newcomerCode}`}
      link={link}
      readLink={parseJoinLink}
      defaultAddress={defaultServiceUrl()}
      join={(baseUrl, token) => outcomeOf(state.join({ baseUrl, token }))}
      signIn={(baseUrl, newcomerCode) =>
        outcomeOf(state.signIn({ baseUrl, language: format.locale, newcomerCode }))
      }
      finish={finish && (() => outcomeOf(finish()))}
      goBack={state.goBack}
      isRevoked={state.isRevoked}
      countUnsent={state.countUnsent}
      openOutside={openExternal}
      Scanner={Scanner}
    />
  );
}

/** A join link with a token is ignored during a session; a toast explains it. */
function IgnoredJoinLink() {
  const { t } = useI18n();
  const showToast = useToast();
  const [launchLink] = useState(takeLaunchLink);
  useEffect(() => {
    const warn = (link: string) => {
      if (!parseLaunchLink(link)?.token) return;
      showToast({
        tone: 'waiting',
        icon: 'info',
        title: t('join.already.title'),
        text: t('join.already.text'),
      });
    };
    warn(launchLink);
    return onLink(warn);
  }, [launchLink, showToast, t]);
  return null;
}

function Ready({ runtime }: { runtime: Runtime }) {
  const [client] = useState(createQueryClient);
  useEffect(() => refreshChangedQueries(runtime.store, client), [runtime.store, client]);
  useEffect(prefetchRoutes, []);
  const { colors } = useTheme();
  return (
    <QueryClientProvider client={client}>
      <RuntimeProvider value={runtime}>
        <ToastProvider>
          <IgnoredJoinLink />
          <PracticeFrame>
            <Stack
              screenOptions={{ headerShown: false, contentStyle: { backgroundColor: colors.background } }}
            />
          </PracticeFrame>
        </ToastProvider>
      </RuntimeProvider>
    </QueryClientProvider>
  );
}
