import { type ReactNode, useState } from 'react';
import { KeyboardAvoidingView, Platform, ScrollView, useWindowDimensions, View } from 'react-native';
import { useSafeAreaInsets } from 'react-native-safe-area-context';

import { IconButton } from './IconButton';
import { useIsMain } from './layout';
import { ScrollIntoViewProvider, useScrollContainer } from './scrollIntoView';
import { Text } from './Text';
import { createStyles, useTheme } from './theme';
import { space, target, width } from './tokens';
import { RowText } from './RowText';
import { useReservedBottom } from './Toast';

const LARGEST_PINNED = 1.5;
/** The largest part of the window for a pinned footer. */
const LARGEST_FOOTER = 0.3;

// Focusable, so that arrow keys scroll a page without controls.
const scrollableByKeyboard = Platform.OS === 'web' ? ({ tabIndex: 0 } as const) : undefined;

const main = { role: 'main' } as const;

/** The title while data loads: it has the height of a line, so that the layout does not shift. */
export const blankTitle = '\u00a0';

interface ScreenProps {
  title: string;
  /** The accessible name while the title is blank. */
  titleLabel?: string;
  /** `bar` shows a short title next to Back. */
  titlePlace?: 'large' | 'bar';
  /** Text above and below a large title. */
  above?: string;
  below?: string;
  /** Before and after a large title. */
  leading?: ReactNode;
  trailing?: ReactNode;
  back?: { label: string; onPress: () => void };
  /** A short text at the end of the bar. */
  barText?: string;
  /** `list`: the child scrolls, under a fixed header. */
  body?: 'scroll' | 'list';
  /** A table takes all of the width, not a readable column. */
  isFullWidth?: boolean;
  /** Fixed above a list: a search field, filters. */
  fixed?: ReactNode;
  /** Fixed at the bottom: the main button. */
  footer?: ReactNode;
  children: ReactNode;
}

/** A page with safe areas, a readable column, header, body and footer. */
export function Screen({
  title,
  titleLabel,
  titlePlace = 'large',
  above,
  below,
  leading,
  trailing,
  back,
  barText,
  body = 'scroll',
  isFullWidth = false,
  fixed,
  footer,
  children,
}: ScreenProps) {
  const styles = useStyles();
  const insets = useSafeAreaInsets();
  const { direction, fontScale } = useTheme();
  const [insetStart, insetEnd] =
    direction === 'rtl' ? [insets.right, insets.left] : [insets.left, insets.right];
  const isMain = useIsMain();
  const { height } = useWindowDimensions();
  const [footerHeight, setFooterHeight] = useState(0);
  const { scrollView, onScroll, onLayout, scrollIntoView } = useScrollContainer();
  // With very large text, or a tall footer in landscape, a pinned footer covers the page: it scrolls with the page.
  const pinned = body === 'list' || (fontScale <= LARGEST_PINNED && footerHeight <= height * LARGEST_FOOTER);
  useReservedBottom('footer', Boolean(footer) && pinned ? footerHeight : 0);
  const large = titlePlace === 'large' && (
    <View style={styles.titleRow}>
      {leading}
      <RowText>
        {above !== undefined && (
          <Text variant="note" tone="quiet">
            {above}
          </Text>
        )}
        <Text variant="title" heading={1} aria-label={titleLabel}>
          {title}
        </Text>
        {below !== undefined && (
          <Text variant="note" tone="quiet">
            {below}
          </Text>
        )}
      </RowText>
      {trailing}
    </View>
  );
  const bar = (back !== undefined || barText !== undefined || titlePlace === 'bar') && (
    <View style={[styles.bar, styles.column, isFullWidth && styles.full]}>
      <View style={styles.barSide}>
        {back !== undefined && (
          <View style={styles.back}>
            <IconButton kind="plain" icon="chevronBack" label={back.label} onPress={back.onPress} />
          </View>
        )}
      </View>
      {titlePlace === 'bar' && (
        <Text variant="strong" heading={1} align="center">
          {title}
        </Text>
      )}
      <View style={[styles.barSide, styles.barEnd]}>
        {barText !== undefined && (
          <Text variant="note" tone="quiet" align="end">
            {barText}
          </Text>
        )}
      </View>
    </View>
  );
  return (
    // Edge to edge, the Android keyboard covers the page as on iOS.
    <KeyboardAvoidingView
      behavior="padding"
      style={[styles.page, { paddingTop: insets.top, paddingStart: insetStart, paddingEnd: insetEnd }]}
    >
      <View {...(isMain ? main : { role: 'region', 'aria-label': titleLabel ?? title })} style={styles.main}>
        {bar}
        {body === 'list' ? (
          <>
            <View style={[styles.column, isFullWidth && styles.full, styles.header]}>
              {large}
              {fixed}
            </View>
            <View style={styles.list}>{children}</View>
          </>
        ) : (
          <ScrollView
            {...scrollableByKeyboard}
            ref={scrollView}
            onScroll={onScroll}
            onLayout={onLayout}
            scrollEventThrottle={16}
            style={styles.main}
            contentContainerStyle={[
              styles.column,
              isFullWidth && styles.full,
              styles.content,
              (!footer || !pinned) && { paddingBottom: space.xl + insets.bottom },
            ]}
            keyboardShouldPersistTaps="handled"
          >
            <ScrollIntoViewProvider value={scrollIntoView}>
              {large}
              {fixed}
              {children}
              {!pinned && footer}
            </ScrollIntoViewProvider>
          </ScrollView>
        )}
        {Boolean(footer) && pinned && (
          <View
            style={styles.footer}
            onLayout={({ nativeEvent }) => setFooterHeight(nativeEvent.layout.height)}
          >
            <View style={[styles.column, styles.footerContent, { paddingBottom: space.m + insets.bottom }]}>
              {footer}
            </View>
          </View>
        )}
      </View>
    </KeyboardAvoidingView>
  );
}

const useStyles = createStyles(({ colors }) => ({
  page: { flex: 1, backgroundColor: colors.background },
  main: { flex: 1 },
  column: {
    width: '100%',
    maxWidth: width.column + 2 * space.xl,
    alignSelf: 'center',
    paddingHorizontal: space.xl,
  },
  full: { maxWidth: '100%' },
  bar: {
    flexDirection: 'row',
    alignItems: 'center',
    gap: space.s,
    minHeight: target.small + space.s,
  },
  barSide: { flexGrow: 1, flexShrink: 1, flexBasis: 0, minWidth: target.small },
  barEnd: { alignItems: 'flex-end' },
  // Aligns the icon of Back with the text below it.
  back: { alignSelf: 'flex-start', marginStart: -space.m },
  titleRow: { flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', gap: space.m },
  header: { gap: space.m, paddingTop: space.m, paddingBottom: space.s },
  list: { flex: 1 },
  content: { gap: space.m, paddingTop: space.m, paddingBottom: space.xl },
  footer: { backgroundColor: colors.background, borderTopWidth: 1, borderTopColor: colors.line },
  footerContent: { gap: space.s, paddingTop: space.m },
}));
