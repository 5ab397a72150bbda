import { type ReactNode } from 'react';
import {
  Platform,
  Text as NativeText,
  type TextProps as NativeTextProps,
  type TextStyle,
} from 'react-native';

import { useTheme } from './theme';
import { type Colors, type StateTone } from './tokens';

/** Text sizes by use. */
export type TextVariant =
  | 'title'
  | 'figure'
  | 'amount'
  | 'section'
  | 'strong'
  | 'body'
  | 'note'
  | 'noteStrong'
  | 'small'
  | 'smallStrong';

export type TextTone = 'ink' | 'quiet' | 'primary' | 'onPrimary' | 'onPrimaryQuiet' | StateTone;

const scale: Record<TextVariant, { size: number; line: number; weight: '400' | '700' }> = {
  figure: { size: 30, line: 38, weight: '700' },
  title: { size: 27, line: 32, weight: '700' },
  amount: { size: 20, line: 28, weight: '700' },
  section: { size: 18, line: 24, weight: '700' },
  strong: { size: 16, line: 22, weight: '700' },
  body: { size: 16, line: 22, weight: '400' },
  note: { size: 13.5, line: 19, weight: '400' },
  noteStrong: { size: 13.5, line: 19, weight: '700' },
  small: { size: 12.5, line: 18, weight: '400' },
  smallStrong: { size: 12.5, line: 18, weight: '700' },
};

export function toneColor(colors: Colors, tone: TextTone): string {
  switch (tone) {
    case 'ink':
      return colors.ink;
    case 'quiet':
      return colors.inkQuiet;
    case 'primary':
      return colors.primary;
    case 'onPrimary':
      return colors.onPrimary;
    case 'onPrimaryQuiet':
      return colors.onPrimaryQuiet;
    default:
      return colors.states[tone].ink;
  }
}

interface TextProps extends Omit<NativeTextProps, 'style' | 'role'> {
  variant?: TextVariant;
  tone?: TextTone;
  /** The heading level. */
  heading?: 1 | 2 | 3;
  align?: 'start' | 'center' | 'end';
  underline?: boolean;
  style?: TextStyle;
  children?: ReactNode;
}

/** All text of the app, with tabular digits, so that amounts line up. */
export function Text({
  variant = 'body',
  tone = 'ink',
  heading,
  align = 'start',
  underline = false,
  style,
  children,
  ...rest
}: TextProps) {
  const theme = useTheme();
  const { size, line, weight } = scale[variant];
  const textScale = Math.min(theme.textScale, rest.maxFontSizeMultiplier ?? theme.textScale);
  return (
    <NativeText
      {...rest}
      {...(isLine(children) ? { dir: theme.direction } : undefined)}
      {...(heading === undefined ? undefined : { role: 'heading', 'aria-level': heading })}
      style={[
        {
          color: toneColor(theme.colors, tone),
          fontSize: size * textScale,
          lineHeight: line * textScale,
          fontWeight: weight,
          fontVariant: ['tabular-nums'],
          textAlign: textAlign(align, theme.direction),
        },
        underline && { textDecorationLine: 'underline' },
        style,
      ]}
    >
      {typeof children === 'string' ? isolateDirections(children, theme.direction) : children}
    </NativeText>
  );
}

/** Inherits size and color from the text around it. */
export function BoldText({ children }: { children: ReactNode }) {
  return <NativeText style={{ fontWeight: '700' }}>{children}</NativeText>;
}

const rightToLeft = /[\u0590-\u08ff\u200f\u061c\ufb1d-\ufefc]/;

const separator = ' · ';

/** Parts in the order of the page: a browser would take the direction of the first letter, also of one in an isolate. */
const isLine = (children: ReactNode) => typeof children === 'string' && children.includes(separator);

/**
 * Adds Unicode isolates around text in the other direction than the page. Without them an Arabic page reorders phone
 * numbers, dates and mail addresses, and a name moves the amount next to it.
 */
function isolateDirections(text: string, direction: 'ltr' | 'rtl'): string {
  const parts = text.split(separator);
  if (direction === 'ltr')
    return parts.length > 1 && rightToLeft.test(text)
      ? parts.map((part) => (rightToLeft.test(part) ? `\u2068${part}\u2069` : part)).join(separator)
      : text;
  const needsMarks = parts.length > 1 ? /[\p{L}\d@]/u : /[\d@]/;
  return parts
    .map((part) => (needsMarks.test(part) && !rightToLeft.test(part) ? `\u2066${part}\u2069` : part))
    .join(separator);
}

// Follows the direction of the page, not the script of the text. Native mirrors left and right; a browser does not.
function textAlign(align: 'start' | 'center' | 'end', direction: 'ltr' | 'rtl') {
  if (align === 'center') return 'center';
  const isSwapped = Platform.OS === 'web' && direction === 'rtl';
  return (align === 'start') === isSwapped ? 'right' : 'left';
}
