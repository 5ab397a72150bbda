import { QueryClientProvider } from '@tanstack/react-query';
import { Stack } from 'expo-router';
import { StatusBar } from 'expo-status-bar';
import { useEffect, useMemo, useState } from 'react';
import { SafeAreaProvider } from 'react-native-safe-area-context';
import { useStore } from 'zustand';
import { JoinScreen, type JoinOutcome } from '@/features/join/JoinScreen';
import { RuntimeProvider, type Preferences, type Runtime } from '@/features/shared/runtime';
import { I18nProvider, useI18n } from '@/i18n/I18nProvider';
import { preferredLanguage, type ChosenLanguage } from '@/i18n/languages';
import { useLanguage } from '@/i18n/useLanguage';
import { setLayoutDirection } from '@/platform/layoutDirection';
import { openExternal } from '@/platform/openExternal';
import { onLink, preferredLanguages, takeLaunchLink, defaultServiceUrl } from '@/platform/launch';
import { Scanner } from '@/platform/scanner';
import { ThemeProvider, useTheme } from '@/ui/theme';
import { ToastProvider, useToast } from '@/ui/Toast';
import {
  ElsewhereScreen,
  FailedScreen,
  InsecureScreen,
  OpeningScreen,
  OpeningWordsScreen,
  SetAsideScreen,
  UnsupportedScreen,
} from './BootScreens';
import { ErrorScreen } from './ErrorScreen';
import { bootOnce } from '@/runtime/boot';
import { type BootState } from '@/runtime/bootState';
import { keepQueriesFresh } from '@/runtime/freshness';
import { LockGate } from './LockGate';
import { parseJoinLink, parseLaunchLink } from '@/session/joinLink';
import { defaultPreferences, preferenceState } from '@/runtime/preferences';
import { createQueryClient } from '@/runtime/queryClient';
import { prefetchRoutes } from './prefetchRoutes';

/** On top of what the phone itself asks for. */
const enlarged: Record<Preferences['textSize'], number> = { usual: 1, large: 1.25, largest: 1.6 };

/** A screen that cannot be drawn takes no other with it, nor the frame around it: each has a boundary of its own. */
export const unstable_settings = { screenErrorBoundary: ErrorScreen };

/** Everything around the screens: theme, words, the store, and what is shown while there is none. */
export function AppLayout() {
  const [booting] = useState(bootOnce);
  const state = useStore(booting);
  const { kept } = useStore(preferenceState);
  const { theme, textSize } = kept ?? defaultPreferences;
  const language = useLanguage(useChosenLanguage(kept, state));
  const direction = useMemo(
    () => (language === null ? undefined : setLayoutDirection(language.direction)),
    [language]
  );
  return (
    <SafeAreaProvider>
      <ThemeProvider
        preference={theme}
        enlarge={enlarged[textSize]}
        direction={direction}
        language={language?.code}
      >
        <Bar />
        {language === null ? (
          <OpeningScreen />
        ) : (
          <I18nProvider language={language}>
            <Gate state={state} />
          </I18nProvider>
        )}
      </ThemeProvider>
    </SafeAreaProvider>
  );
}

/** How long the store may take to say which language was chosen before the phone's own is spoken meanwhile. */
const patience = 1500;

/** The language that was chosen, else the phone's; null while it is not known, so that none is shown by mistake. */
function useChosenLanguage(kept: Preferences | null, state: BootState): ChosenLanguage | null {
  const [tags] = useState(preferredLanguages);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, []);
  const isKnown = kept !== null || isLate || state.kind !== 'opening';
  const { language } = kept ?? defaultPreferences;
  return useMemo(() => {
    return isKnown ? preferredLanguage(language, tags) : null;
  }, [isKnown, language, tags]);
}

function Bar() {
  const { scheme } = useTheme();
  return <StatusBar style={scheme === 'dark' ? 'light' : 'dark'} />;
}

function Gate({ state }: { state: BootState }) {
  switch (state.kind) {
    case 'opening':
      return <OpeningWordsScreen />;
    case 'elsewhere':
      return <ElsewhereScreen takeOver={state.takeOver} />;
    case 'insecure':
      return <InsecureScreen />;
    case 'unsupported':
      return <UnsupportedScreen />;
    case 'failed':
      return <FailedScreen problem={state.problem} tryAgain={state.tryAgain} />;
    case 'set_aside':
      return <SetAsideScreen goOn={state.goOn} />;
    case 'signed_out':
      return <Join state={state} />;
    case 'ready':
      return (
        <LockGate state={state} key={state.runtime.scope.id}>
          <Ready runtime={state.runtime} />
        </LockGate>
      );
  }
}

type SignedOut = Extract<BootState, { kind: 'signed_out' }>;
type Answer = Awaited<ReturnType<SignedOut['signIn']>>;

function Join({ state }: { state: SignedOut }) {
  const { format } = useI18n();
  const [link, setLink] = useState(() => parseLaunchLink(takeLaunchLink()));
  useEffect(() => onLink((opened) => setLink((before) => parseLaunchLink(opened) ?? before)), []);
  const outcomeOf = async (asked: Promise<Answer>): Promise<JoinOutcome> => {
    const answer = await asked;
    if (answer.kind === 'choose_space')
      return {
        kind: 'choose_space',
        spaces: answer.spaces.map((space) => ({ space, goTo: () => answer.goTo(space.id) })),
      };
    if (answer.kind !== 'choose') return answer;
    return {
      kind: 'choose',
      people: answer.people.map(({ user, session }) => ({ user, choose: () => state.choose(session) })),
    };
  };
  const { finish } = state;
  return (
    <JoinScreen
      // A link that is opened later begins anew with what it carries.
      key={`${link?.baseUrl} ${link?.token}`}
      link={link}
      readLink={parseJoinLink}
      defaultAddress={defaultServiceUrl()}
      join={(baseUrl, token) => outcomeOf(state.join({ baseUrl, token }))}
      signIn={(baseUrl) => outcomeOf(state.signIn({ baseUrl, language: format.locale }))}
      finish={finish && (() => outcomeOf(finish()))}
      goBack={state.goBack}
      countUnsent={state.countUnsent}
      openOutside={openExternal}
      Scanner={Scanner}
    />
  );
}

/** A link that would join as somebody is not followed while somebody is signed in: it says so instead of doing nothing. */
function IgnoredLink() {
  const { t } = useI18n();
  const showToast = useToast();
  const [opening] = useState(takeLaunchLink);
  useEffect(() => {
    const tell = (link: string) => {
      if (!parseLaunchLink(link)?.token) return;
      showToast({
        tone: 'waiting',
        icon: 'info',
        title: t('join.already.title'),
        text: t('join.already.text'),
      });
    };
    tell(opening);
    return onLink(tell);
  }, [opening, showToast, t]);
  return null;
}

function Ready({ runtime }: { runtime: Runtime }) {
  const [client] = useState(createQueryClient);
  useEffect(() => keepQueriesFresh(runtime.store, client), [runtime.store, client]);
  useEffect(prefetchRoutes, []);
  const { colors } = useTheme();
  return (
    <QueryClientProvider client={client}>
      <RuntimeProvider value={runtime}>
        <ToastProvider>
          <IgnoredLink />
          <Stack
            screenOptions={{ headerShown: false, contentStyle: { backgroundColor: colors.background } }}
          />
        </ToastProvider>
      </RuntimeProvider>
    </QueryClientProvider>
  );
}
