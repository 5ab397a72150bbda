import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { AccessibilityInfo, Animated, Platform, View } from 'react-native';
import { useSafeAreaInsets } from 'react-native-safe-area-context';

import { Icon } from './Icon';
import { type IconName } from './iconShapes';
import { Text } from './Text';
import { createStyles, useTheme } from './theme';
import { doubleTap, motion, radius, space, width, type StateTone } from './tokens';

export interface ToastMessage {
  tone: StateTone;
  icon: IconName;
  title: string;
  text?: string;
}

type ShowToast = (message: ToastMessage) => void;

const SHOWN_MS = 3000;

const ToastContext = createContext<ShowToast | null>(null);

/** Shows a short message over whatever screen comes next: saving returns at once, and the tick follows along. */
export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (show === null) throw new Error('useToast needs a ToastProvider around the app');
  return show;
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState<{ message: ToastMessage; key: number } | null>(null);
  const count = useRef(0);
  const show = useCallback<ShowToast>((message) => {
    count.current += 1;
    setCurrent({ message, key: count.current });
    if (Platform.OS === 'ios') AccessibilityInfo.announceForAccessibility(spoken(message));
  }, []);

  const shownKey = current?.key;
  useEffect(() => {
    if (shownKey === undefined) return;
    const timer = setTimeout(() => setCurrent(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shownKey]);

  return (
    <ToastContext.Provider value={show}>
      {children}
      {current !== null && <Shield key={current.key} />}
      <ToastPlace>{current !== null && <Toast key={current.key} message={current.message} />}</ToastPlace>
    </ToastContext.Provider>
  );
}

function spoken({ title, text }: ToastMessage): string {
  return text === undefined ? title : `${title}. ${text}`;
}

/** The second tap of a double tap is meant for a button that left with its form: it presses nothing behind it. */
function Shield() {
  const styles = useStyles();
  const [stands, setStands] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setStands(false), doubleTap);
    return () => clearTimeout(timer);
  }, []);
  return stands && <View aria-hidden style={styles.shield} />;
}

function ToastPlace({ children }: { children: ReactNode }) {
  const styles = useStyles();
  const insets = useSafeAreaInsets();
  return (
    <View role="status" aria-live="polite" style={[styles.place, { paddingTop: insets.top + space.s }]}>
      {children}
    </View>
  );
}

function Toast({ message }: { message: ToastMessage }) {
  const styles = useStyles();
  const { reducedMotion } = useTheme();
  const progress = useMemo(() => new Animated.Value(reducedMotion ? 1 : 0), [reducedMotion]);
  useEffect(() => {
    const arriving = Animated.timing(progress, {
      toValue: 1,
      duration: reducedMotion ? 0 : motion.long,
      useNativeDriver: Platform.OS !== 'web',
    });
    arriving.start();
    return () => arriving.stop();
  }, [progress, reducedMotion]);
  const translateY = progress.interpolate({ inputRange: [0, 1], outputRange: [-space.l, 0] });
  return (
    <Animated.View
      style={[styles.toast, styles[message.tone], { opacity: progress, transform: [{ translateY }] }]}
    >
      <Icon name={message.icon} size={28} tone={message.tone} />
      <View style={styles.words}>
        <Text variant="strong" tone={message.tone}>
          {message.title}
        </Text>
        {message.text !== undefined && (
          <Text variant="note" tone={message.tone}>
            {message.text}
          </Text>
        )}
      </View>
    </Animated.View>
  );
}

const useStyles = createStyles(({ colors }) => {
  const tones = (tone: StateTone) => ({
    backgroundColor: colors.states[tone].ground,
    borderColor: colors.states[tone].ink,
  });
  return {
    place: {
      position: 'absolute',
      top: 0,
      start: 0,
      end: 0,
      alignItems: 'center',
      paddingHorizontal: space.xl,
      pointerEvents: 'none',
    },
    shield: { position: 'absolute', top: 0, bottom: 0, start: 0, end: 0 },
    toast: {
      flexDirection: 'row',
      alignItems: 'center',
      gap: space.m,
      width: '100%',
      maxWidth: width.column,
      padding: space.l,
      borderWidth: 1,
      borderRadius: radius.card,
    },
    words: { flex: 1 },
    waiting: tones('waiting'),
    moving: tones('moving'),
    done: tones('done'),
    person: tones('person'),
  };
});
