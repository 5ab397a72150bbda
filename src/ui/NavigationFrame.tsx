import { type ReactNode, useMemo, useState } from 'react';
import { ScrollView, View } from 'react-native';
import { SafeAreaInsetsContext, useSafeAreaInsets } from 'react-native-safe-area-context';

import { Icon } from './Icon';
import { type IconName } from './iconShapes';
import { useWide } from './layout';
import { PressableView } from './PressableView';
import { Text } from './Text';
import { createStyles, useTheme } from './theme';
import { useReservedBottom } from './Toast';
import { radius, space, target, width } from './tokens';

export interface NavigationItem {
  key: string;
  label: string;
  icon: IconName;
  active: boolean;
  onPress: () => void;
  /** A count on the icon, and its text for screen readers. */
  badge?: { text: string; label: string };
}

interface NavigationFrameProps {
  /** The accessible name of the navigation. */
  label: string;
  /** The tabs of the bottom bar. */
  items: readonly NavigationItem[];
  /** More tabs, shown in the rail only. */
  more?: readonly NavigationItem[];
  children: ReactNode;
}

/** A tab bar at the bottom, or a side rail on a wide screen. */
export function NavigationFrame({ label, items, more = [], children }: NavigationFrameProps) {
  const styles = useStyles();
  const wide = useWide();
  const insets = useSafeAreaInsets();
  const { direction } = useTheme();
  // The bar or the rail covers this safe area already.
  const edge = wide ? (direction === 'rtl' ? 'right' : 'left') : 'bottom';
  const inner = useMemo(() => ({ ...insets, [edge]: 0 }), [insets, edge]);
  const [barHeight, setBarHeight] = useState(0);
  useReservedBottom('tabs', wide ? 0 : barHeight);
  const screen = (
    <View key="screen" style={styles.screen}>
      <SafeAreaInsetsContext.Provider value={inner}>{children}</SafeAreaInsetsContext.Provider>
    </View>
  );
  if (wide) {
    return (
      <View style={styles.across}>
        <View
          role="navigation"
          aria-label={label}
          style={[
            styles.rail,
            {
              width: width.rail + insets[edge],
              paddingTop: insets.top + space.l,
              paddingBottom: insets.bottom,
              paddingStart: space.m + insets[edge],
            },
          ]}
        >
          <ScrollView>
            <View role="tablist" aria-label={label} aria-orientation="vertical" style={styles.railItems}>
              {[...items, ...more].map((item) => (
                <Tab key={item.key} item={item} wide />
              ))}
            </View>
          </ScrollView>
        </View>
        {screen}
      </View>
    );
  }
  return (
    <View style={styles.down}>
      {screen}
      <View
        role="navigation"
        aria-label={label}
        onLayout={({ nativeEvent }) => setBarHeight(nativeEvent.layout.height)}
        style={[styles.bar, { paddingBottom: insets.bottom }]}
      >
        <View role="tablist" aria-label={label} style={styles.barItems}>
          {items.map((item) => (
            <Tab key={item.key} item={item} wide={false} />
          ))}
        </View>
      </View>
    </View>
  );
}

function Tab({ item, wide }: { item: NavigationItem; wide: boolean }) {
  const styles = useStyles();
  const tone = item.active ? 'primary' : 'quiet';
  const badgeId = `tab-${item.key}-count`;
  return (
    <View style={wide ? undefined : styles.barTab}>
      <PressableView
        role="tab"
        aria-label={item.label}
        aria-selected={item.active}
        aria-describedby={item.badge === undefined ? undefined : badgeId}
        accessibilityHint={item.badge?.label}
        onPress={item.onPress}
        style={wide ? [styles.railItem, item.active && styles.railActive] : styles.barItem}
      >
        <Icon name={item.icon} tone={tone} />
        <Text
          variant={wide ? (item.active ? 'strong' : 'body') : item.active ? 'smallStrong' : 'small'}
          tone={tone}
          numberOfLines={1}
          // Eight letters of a wide font in a fifth of the smallest phone.
          maxFontSizeMultiplier={wide ? 1.3 : 1}
        >
          {item.label}
        </Text>
      </PressableView>
      {/* Outside the tab: the count describes the tab and is no part of its name. */}
      {item.badge !== undefined && (
        <View
          id={badgeId}
          aria-hidden
          aria-label={item.badge.label}
          style={[styles.badge, wide ? styles.railBadge : styles.barBadge]}
        >
          <Text variant="smallStrong" tone="waiting" maxFontSizeMultiplier={1.2}>
            {item.badge.text}
          </Text>
        </View>
      )}
    </View>
  );
}

const useStyles = createStyles(({ colors }) => ({
  screen: { flex: 1 },
  across: { flex: 1, flexDirection: 'row', backgroundColor: colors.background },
  down: { flex: 1, backgroundColor: colors.background },
  bar: { backgroundColor: colors.surface, borderTopWidth: 1, borderTopColor: colors.line },
  barItems: { flexDirection: 'row', alignSelf: 'center', width: '100%', maxWidth: width.column },
  barTab: { flex: 1 },
  barItem: {
    minHeight: target.main,
    alignItems: 'center',
    justifyContent: 'center',
    gap: 2,
    paddingVertical: space.s,
  },
  rail: {
    backgroundColor: colors.surface,
    borderEndWidth: 1,
    borderEndColor: colors.line,
    paddingEnd: space.m,
  },
  railItems: { gap: space.xs },
  railItem: {
    flexDirection: 'row',
    alignItems: 'center',
    gap: space.m,
    minHeight: target.small,
    paddingHorizontal: space.m,
    borderRadius: radius.button,
  },
  railActive: { backgroundColor: colors.primaryQuiet },
  badge: {
    position: 'absolute',
    pointerEvents: 'none',
    minWidth: 20,
    alignItems: 'center',
    paddingHorizontal: 5,
    borderRadius: radius.round,
    backgroundColor: colors.states.waiting.ground,
  },
  barBadge: { top: 3, start: '54%' },
  railBadge: { top: 15, end: space.m },
}));
