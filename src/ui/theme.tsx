import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import {
  AccessibilityInfo,
  type ImageStyle,
  StyleSheet,
  type TextStyle,
  useColorScheme,
  useWindowDimensions,
  type ViewStyle,
} from 'react-native';

import { trackKeyboardHeight } from './keyboardHeight';
import { applyPageStyle } from './pageStyle';
import { readTextScale } from './textScale';
import { type Colors, palettes } from './tokens';

export interface Theme {
  scheme: 'light' | 'dark';
  colors: Colors;
  direction: 'ltr' | 'rtl';
  reducedMotion: boolean;
  /** What sizes of text must be multiplied by; native adds the system's own setting by itself. */
  textScale: number;
  /** How much larger than usual text is drawn, whoever makes it larger. Pictures around text grow with it. */
  fontScale: number;
}

/** Follows the system unless a person chose otherwise. */
export type SchemePreference = 'system' | 'light' | 'dark';

const lightTheme: Theme = {
  scheme: 'light',
  colors: palettes.light,
  direction: 'ltr',
  reducedMotion: false,
  textScale: 1,
  fontScale: 1,
};

const ThemeContext = createContext<Theme>(lightTheme);

interface ThemeProviderProps {
  preference?: SchemePreference;
  direction?: 'ltr' | 'rtl';
  /** What the words are in (BCP 47), for whoever reads the page aloud. */
  language?: string;
  /** How much larger a person wants text than the phone already draws it. */
  enlarge?: number;
  children: ReactNode;
}

export function ThemeProvider({
  preference = 'system',
  direction = 'ltr',
  language = 'en',
  enlarge = 1,
  children,
}: ThemeProviderProps) {
  const system = useColorScheme();
  const reducedMotion = useReducedMotion();
  const window = useWindowDimensions();
  const scheme = preference === 'system' ? (system === 'dark' ? 'dark' : 'light') : preference;
  const textScale = readTextScale() * enlarge;
  const fontScale = textScale * window.fontScale;
  const theme = useMemo<Theme>(
    () => ({ scheme, colors: palettes[scheme], direction, reducedMotion, textScale, fontScale }),
    [scheme, direction, reducedMotion, textScale, fontScale]
  );
  useLayoutEffect(
    () => applyPageStyle({ colors: theme.colors, scheme, direction, language }),
    [theme, scheme, direction, language]
  );
  useEffect(trackKeyboardHeight, []);
  return <ThemeContext.Provider value={theme}>{children}</ThemeContext.Provider>;
}

export function useTheme(): Theme {
  return useContext(ThemeContext);
}

function useReducedMotion(): boolean {
  const [reduced, setReduced] = useState(false);
  useEffect(() => {
    let mounted = true;
    AccessibilityInfo.isReduceMotionEnabled().then(
      (value) => mounted && value && setReduced(true),
      // A platform that cannot say is treated as one that asked for calm.
      () => mounted && setReduced(true)
    );
    const subscription = AccessibilityInfo.addEventListener('reduceMotionChanged', setReduced);
    return () => {
      mounted = false;
      subscription.remove();
    };
  }, []);
  return reduced;
}

type NamedStyles = Record<string, ViewStyle | TextStyle | ImageStyle>;

/**
 * Styles that depend on the theme, made once per theme and shared by every instance: a list of thousands of rows
 * makes none of its own.
 */
export function createStyles<S extends NamedStyles>(make: (theme: Theme) => S): () => S {
  const made = new WeakMap<Theme, S>();
  return function useStyles() {
    const theme = useTheme();
    const known = made.get(theme);
    if (known !== undefined) return known;
    const styles = StyleSheet.create(make(theme));
    made.set(theme, styles);
    return styles;
  };
}
