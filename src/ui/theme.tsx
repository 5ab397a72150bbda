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
  /** The factor for font sizes; native adds the system setting on top. */
  textScale: number;
  /** The total text scale, for sizes of icons and layouts. */
  fontScale: number;
}

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
  /** BCP 47, for screen readers. */
  language?: string;
  /** The factor chosen in the settings. */
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
      // Unknown counts as reduced.
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
 * Styles that depend on the theme, created once per theme and shared by all instances of a component.
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
