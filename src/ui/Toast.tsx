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

import { Button } from './Button';
import { Icon } from './Icon';
import { type IconName } from './iconShapes';
import { Text } from './Text';
import { createStyles, useTheme } from './theme';
import { doubleTapMs, motion, radius, space, width, type StateTone } from './tokens';

export interface ToastMessage {
  tone: StateTone;
  icon: IconName;
  title: string;
  text?: string;
  /** Offered as long as the message is shown, ten seconds. */
  action?: { label: string; onPress: () => void };
}

type ShowToast = (message: ToastMessage) => void;

const SHOWN_MS = 3000;
const SHOWN_WITH_ACTION_MS = 10_000;

const ToastContext = createContext<ShowToast | null>(null);

/** Shows a short message that stays visible across a navigation. */
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
    if (Platform.OS === 'ios') AccessibilityInfo.announceForAccessibility(announcement(message));
  }, []);

  const shownKey = current?.key;
  const shownMs = current?.message.action === undefined ? SHOWN_MS : SHOWN_WITH_ACTION_MS;
  useEffect(() => {
    if (shownKey === undefined) return;
    const timer = setTimeout(() => setCurrent(null), shownMs);
    return () => clearTimeout(timer);
  }, [shownKey, shownMs]);

  return (
    <ToastContext.Provider value={show}>
      {children}
      {current !== null && <DoubleTapGuard key={current.key} />}
      <ToastContainer>
        {current !== null && (
          <Toast key={current.key} message={current.message} onClose={() => setCurrent(null)} />
        )}
      </ToastContainer>
    </ToastContext.Provider>
  );
}

function announcement({ title, text }: ToastMessage): string {
  return text === undefined ? title : `${title}. ${text}`;
}

/** Catches the second tap of a double tap on Save, which would press something on the next screen. */
function DoubleTapGuard() {
  const styles = useStyles();
  const [isActive, setActive] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setActive(false), doubleTapMs);
    return () => clearTimeout(timer);
  }, []);
  return isActive && <View aria-hidden style={styles.guard} />;
}

function ToastContainer({ children }: { children: ReactNode }) {
  const styles = useStyles();
  const insets = useSafeAreaInsets();
  return (
    <View role="status" aria-live="polite" style={[styles.container, { paddingTop: insets.top + space.s }]}>
      {children}
    </View>
  );
}

function Toast({ message, onClose }: { message: ToastMessage; onClose: () => void }) {
  const styles = useStyles();
  const { action } = message;
  const { reducedMotion } = useTheme();
  const progress = useMemo(() => new Animated.Value(reducedMotion ? 1 : 0), [reducedMotion]);
  useEffect(() => {
    const animation = Animated.timing(progress, {
      toValue: 1,
      duration: reducedMotion ? 0 : motion.long,
      useNativeDriver: Platform.OS !== 'web',
    });
    animation.start();
    return () => animation.stop();
  }, [progress, reducedMotion]);
  const translateY = progress.interpolate({ inputRange: [0, 1], outputRange: [-space.l, 0] });
  return (
    <Animated.View
      style={[styles.toast, styles[message.tone], { opacity: progress, transform: [{ translateY }] }]}
    >
      <Icon name={message.icon} size={28} tone={message.tone} />
      <View style={styles.text}>
        <Text variant="strong" tone={message.tone}>
          {message.title}
        </Text>
        {message.text !== undefined && (
          <Text variant="note" tone={message.tone}>
            {message.text}
          </Text>
        )}
      </View>
      {action !== undefined && (
        <View style={styles.action}>
          <Button
            kind="secondary"
            label={action.label}
            onPress={() => {
              onClose();
              action.onPress();
            }}
          />
        </View>
      )}
    </Animated.View>
  );
}

const useStyles = createStyles(({ colors }) => {
  const tones = (tone: StateTone) => ({
    backgroundColor: colors.states[tone].ground,
    borderColor: colors.states[tone].ink,
  });
  return {
    container: {
      position: 'absolute',
      top: 0,
      start: 0,
      end: 0,
      alignItems: 'center',
      paddingHorizontal: space.xl,
      pointerEvents: 'box-none',
    },
    guard: { position: 'absolute', top: 0, bottom: 0, start: 0, end: 0 },
    toast: {
      flexDirection: 'row',
      alignItems: 'center',
      gap: space.m,
      width: '100%',
      maxWidth: width.column,
      padding: space.l,
      borderWidth: 1,
      borderRadius: radius.card,
      pointerEvents: 'box-none',
    },
    text: { flex: 1 },
    // Only the button takes presses: the message covers what is under it for ten seconds.
    action: { pointerEvents: 'auto' },
    waiting: tones('waiting'),
    moving: tones('moving'),
    done: tones('done'),
    person: tones('person'),
  };
});
