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

const LARGEST_PINNED = 1.5;
/** The part of the window that a footer may keep for itself. */
const LARGEST_FOOTER = 0.3;

// A page that holds nothing to press is still read with the arrow keys of a web keyboard.
const scrolledByKeys = Platform.OS === 'web' ? ({ tabIndex: 0 } as const) : undefined;

const main = { role: 'main' } as const;

/** A title that takes its room for the moment that reading it takes: another word in its place would only jump. */
export const blankTitle = '\u00a0';

interface ScreenProps {
  /** The heading of the screen. */
  title: string;
  /** What a screen reader says for a title that is not there yet. */
  titleLabel?: string;
  /** `bar` puts a short title between Back and the words at the end; `large` gives it a line of its own. */
  titlePlace?: 'large' | 'bar';
  /** A quiet line above and below a large title. */
  above?: string;
  below?: string;
  /** A round picture before, and a control after a large title. */
  leading?: ReactNode;
  trailing?: ReactNode;
  back?: { label: string; onPress: () => void };
  /** A quiet word at the end of the bar: freshness, a number, "Draft kept". */
  barText?: string;
  /** A list scrolls by itself and lies under a header that stays; anything else scrolls as a whole. */
  body?: 'scroll' | 'list';
  /** Stays above a list: a search field, filters. */
  fixed?: ReactNode;
  /** Stays at the thumb: the one main button and what it says about itself. */
  footer?: ReactNode;
  children: ReactNode;
}

/** A page: safe areas, margins, one column no wider than reads well, header, body, and the place of the main button. */
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
  fixed,
  footer,
  children,
}: ScreenProps) {
  const styles = useStyles();
  const insets = useSafeAreaInsets();
  const { fontScale } = useTheme();
  const isMain = useIsMain();
  const { height } = useWindowDimensions();
  const [footerHeight, setFooterHeight] = useState(0);
  const { page, onScroll, onLayout, sight } = useScrollContainer();
  // Very large text, or a tall footer on a phone that lies on its side, would leave no room between a header and a
  // footer that both stay: the footer then scrolls along.
  const pinned = body === 'list' || (fontScale <= LARGEST_PINNED && footerHeight <= height * LARGEST_FOOTER);
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
    <View style={[styles.bar, styles.column]}>
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
    // Android draws behind its keyboard as iOS does, since the app reaches from edge to edge.
    <KeyboardAvoidingView
      behavior="padding"
      style={[styles.page, { paddingTop: insets.top, paddingStart: insets.left, paddingEnd: insets.right }]}
    >
      <View {...(isMain ? main : { role: 'region', 'aria-label': titleLabel ?? title })} style={styles.main}>
        {bar}
        {body === 'list' ? (
          <>
            <View style={[styles.column, styles.header]}>
              {large}
              {fixed}
            </View>
            <View style={styles.list}>{children}</View>
          </>
        ) : (
          <ScrollView
            {...scrolledByKeys}
            ref={page}
            onScroll={onScroll}
            onLayout={onLayout}
            scrollEventThrottle={16}
            style={styles.main}
            contentContainerStyle={[
              styles.column,
              styles.content,
              (footer === undefined || !pinned) && { paddingBottom: space.xl + insets.bottom },
            ]}
            keyboardShouldPersistTaps="handled"
          >
            <ScrollIntoViewProvider value={sight}>
              {large}
              {fixed}
              {children}
              {!pinned && footer}
            </ScrollIntoViewProvider>
          </ScrollView>
        )}
        {footer !== undefined && pinned && (
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
  bar: {
    flexDirection: 'row',
    alignItems: 'center',
    gap: space.s,
    minHeight: target.small + space.s,
  },
  barSide: { flexGrow: 1, flexShrink: 1, flexBasis: 0, minWidth: target.small },
  barEnd: { alignItems: 'flex-end' },
  // The picture of Back lines up with the text below it; its target reaches into the margin.
  back: { alignSelf: 'flex-start', marginStart: -space.m },
  titleRow: { flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', gap: space.m },
  header: { gap: space.m, paddingTop: space.m, paddingBottom: space.s },
  list: { flex: 1 },
  content: { gap: space.m, paddingTop: space.m, paddingBottom: space.xl },
  footer: { backgroundColor: colors.background, borderTopWidth: 1, borderTopColor: colors.line },
  footerContent: { gap: space.s, paddingTop: space.m },
}));
