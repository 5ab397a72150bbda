import { StatusBar } from 'expo-status-bar';
import { type ReactNode, useMemo } from 'react';
import { SafeAreaProvider } from 'react-native-safe-area-context';
import { type Preferences } from '@/features/shared/runtime';
import { I18nProvider } from '@/i18n/I18nProvider';
import { type useLanguage } from '@/i18n/useLanguage';
import { setLayoutDirection } from '@/platform/layoutDirection';
import { ThemeProvider, useTheme } from '@/ui/theme';
import { OpeningScreen } from './BootScreens';

/** Multiplied with the text size of the phone. */
const textScales: Record<Preferences['textSize'], number> = { usual: 1, large: 1.25, largest: 1.6 };

interface ThemedPageProps {
  theme: Preferences['theme'];
  textSize: Preferences['textSize'];
  /** Null until it is loaded. */
  language: ReturnType<typeof useLanguage>;
  children: ReactNode;
}

/** Theme, language and direction around every screen. */
export function ThemedPage({ theme, textSize, language, children }: ThemedPageProps) {
  const direction = useMemo(
    () => (language === null ? undefined : setLayoutDirection(language.direction)),
    [language]
  );
  return (
    <SafeAreaProvider>
      <ThemeProvider
        preference={theme}
        enlarge={textScales[textSize]}
        direction={direction}
        language={language?.code}
      >
        <ThemedStatusBar />
        {language === null ? <OpeningScreen /> : <I18nProvider language={language}>{children}</I18nProvider>}
      </ThemeProvider>
    </SafeAreaProvider>
  );
}

function ThemedStatusBar() {
  const { scheme } = useTheme();
  return <StatusBar style={scheme === 'dark' ? 'light' : 'dark'} />;
}
