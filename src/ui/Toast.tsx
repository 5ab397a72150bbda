import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { AccessibilityInfo, Animated, Platform, View } from 'react-native';
import { useSafeAreaInsets } from 'react-native-safe-area-context';

import { Button } from './Button';
import { Icon } from './Icon';
import { type IconName } from './iconShapes';
import { useWide } from './layout';
import { Text } from './Text';
import { createStyles, useTheme } from './theme';
import { doubleTapMs, motion, radius, space, width, type StateTone } from './tokens';

export interface ToastMessage {
  tone: StateTone;
  icon: IconName;
  title: string;
  text?: string;
  /** Offered as long as the message is shown, ten seconds. */
  actions?: readonly { label: string; onPress: () => void }[];
}

type ShowToast = (message: ToastMessage) => void;

interface ToastControls {
  show: ShowToast;
  /** Keeps the bottom of the window free, by the name of what is there. */
  reserve: (name: string, height: number) => void;
}

const SHOWN_MS = 3000;
/** Of a longer message: the time to read it. */
const MS_PER_LETTER = 60;
const SHOWN_WITH_ACTION_MS = 10_000;

const ToastContext = createContext<ToastControls | null>(null);

/** The shown message, and the open dialogs, the one in front last. */
interface ShownToast {
  toast: ReactNode;
  dialogs: readonly string[];
  addDialog: (id: string) => () => void;
}

const ShownToastContext = createContext<ShownToast | null>(null);

/** Shows a short message that stays visible across a navigation. */
export function useToast(): ShowToast {
  const controls = useContext(ToastContext);
  if (controls === null) throw new Error('useToast needs a ToastProvider around the app');
  return controls.show;
}

/** A message is shown above a bar at the bottom: a tab bar, or the main button of a page. */
export function useReservedBottom(kind: 'tabs' | 'footer', height: number): void {
  const reserve = useContext(ToastContext)?.reserve;
  const id = useId();
  useEffect(() => {
    if (reserve === undefined) return;
    reserve(`${kind} ${id}`, height);
    return () => reserve(`${kind} ${id}`, 0);
  }, [reserve, kind, id, height]);
}

/** The shown message, for the dialog in front: a dialog covers the place of messages on the page. */
export function useToastInDialog(): ReactNode {
  const shown = useContext(ShownToastContext);
  const addDialog = shown?.addDialog;
  const id = useId();
  useEffect(() => addDialog?.(id), [addDialog, id]);
  return shown?.dialogs.at(-1) === id ? shown.toast : null;
}

const largest = (reserved: ReadonlyMap<string, number>, kind: string) =>
  Math.max(0, ...[...reserved].filter(([name]) => name.startsWith(kind)).map(([, height]) => height));

export function ToastProvider({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState<{ message: ToastMessage; key: number } | null>(null);
  const count = useRef(0);
  const show = useCallback<ShowToast>((message) => {
    count.current += 1;
    setCurrent({ message, key: count.current });
    if (Platform.OS === 'ios') AccessibilityInfo.announceForAccessibility(announcement(message));
  }, []);

  const [reserved, setReserved] = useState<ReadonlyMap<string, number>>(new Map());
  const reserve = useCallback<ToastControls['reserve']>(
    (name, height) =>
      setReserved((before) => {
        const after = new Map(before);
        if (height > 0) after.set(name, height);
        else after.delete(name);
        return after;
      }),
    []
  );
  const controls = useMemo(() => ({ show, reserve }), [show, reserve]);

  const shownKey = current?.key;
  const shownMs = current === null ? 0 : shownMsOf(current.message);
  useEffect(() => {
    if (shownKey === undefined) return;
    const timer = setTimeout(() => setCurrent(null), shownMs);
    return () => clearTimeout(timer);
  }, [shownKey, shownMs]);

  const [dialogs, setDialogs] = useState<readonly string[]>([]);
  const addDialog = useCallback((id: string) => {
    setDialogs((before) => [...before, id]);
    return () => setDialogs((before) => before.filter((other) => other !== id));
  }, []);
  const shown = useMemo<ShownToast>(
    () => ({
      toast: current && (
        <Toast key={current.key} message={current.message} onClose={() => setCurrent(null)} />
      ),
      dialogs,
      addDialog,
    }),
    [current, dialogs, addDialog]
  );

  return (
    <ToastContext.Provider value={controls}>
      <ShownToastContext.Provider value={shown}>
        {children}
        {current !== null && <DoubleTapGuard key={current.key} />}
        <ToastContainer above={largest(reserved, 'tabs') + largest(reserved, 'footer')}>
          {dialogs.length === 0 && shown.toast}
        </ToastContainer>
      </ShownToastContext.Provider>
    </ToastContext.Provider>
  );
}

const shownMsOf = (message: ToastMessage) =>
  (message.actions ?? []).length > 0
    ? SHOWN_WITH_ACTION_MS
    : Math.max(SHOWN_MS, announcement(message).length * MS_PER_LETTER);

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

/** At the bottom, where no page has its title; on a wide window at its end, where no row has one. */
function ToastContainer({ above, children }: { above: number; children: ReactNode }) {
  const styles = useStyles();
  const insets = useSafeAreaInsets();
  const paddingBottom = Math.max(above, insets.bottom) + space.s;
  const alignItems = useWide() ? 'flex-end' : 'center';
  return (
    <View role="status" aria-live="polite" style={[styles.container, { paddingBottom, alignItems }]}>
      {children}
    </View>
  );
}

function Toast({ message, onClose }: { message: ToastMessage; onClose: () => void }) {
  const styles = useStyles();
  const maxWidth = useWide() ? width.listPane : width.column;
  const { actions = [] } = message;
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
  const translateY = progress.interpolate({ inputRange: [0, 1], outputRange: [space.l, 0] });
  return (
    <Animated.View
      style={[
        styles.toast,
        styles[message.tone],
        { maxWidth, opacity: progress, transform: [{ translateY }] },
      ]}
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
      {actions.length > 0 && (
        <View style={styles.actions}>
          {actions.map(({ label, onPress }) => (
            <Button
              key={label}
              kind="secondary"
              label={label}
              onPress={() => {
                onClose();
                onPress();
              }}
            />
          ))}
        </View>
      )}
    </Animated.View>
  );
}

const useStyles = createStyles(({ colors, fontScale }) => {
  const tones = (tone: StateTone) => ({
    backgroundColor: colors.states[tone].ground,
    borderColor: colors.states[tone].ink,
  });
  return {
    container: {
      position: 'absolute',
      bottom: 0,
      start: 0,
      end: 0,
      paddingHorizontal: space.xl,
      pointerEvents: 'box-none',
    },
    guard: { position: 'absolute', top: 0, bottom: 0, start: 0, end: 0 },
    toast: {
      flexDirection: 'row',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: space.m,
      width: '100%',
      padding: space.l,
      borderWidth: 1,
      borderRadius: radius.card,
      pointerEvents: 'box-none',
    },
    // With large text the buttons are below it.
    text: { flexGrow: 1, flexShrink: 1, flexBasis: 110 * fontScale },
    // Only the buttons take presses: the message covers what is under it for ten seconds.
    actions: {
      pointerEvents: 'auto',
      flexDirection: fontScale > 1.4 ? 'row' : 'column',
      flexWrap: 'wrap',
      gap: space.s,
    },
    waiting: tones('waiting'),
    moving: tones('moving'),
    done: tones('done'),
    person: tones('person'),
    off: tones('off'),
  };
});
