import { type ReactNode } from 'react';
import {
  Platform,
  Text as NativeText,
  type TextProps as NativeTextProps,
  type TextStyle,
} from 'react-native';

import { useTheme } from './theme';
import { type Colors, type StateTone } from './tokens';

/** The seven sizes of the scale, by what they are for. */
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

/** The colour of a tone, for icons and lines that go with text. */
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
  /** Makes it a heading of that level for a screen reader. */
  heading?: 1 | 2 | 3;
  align?: 'start' | 'center' | 'end';
  underline?: boolean;
  style?: TextStyle;
  children?: ReactNode;
}

/** All words on the screen. Figures have one width, so that amounts line up. */
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
  const grown = Math.min(theme.textScale, rest.maxFontSizeMultiplier ?? theme.textScale);
  return (
    <NativeText
      {...rest}
      {...(heading === undefined ? undefined : { role: 'heading', 'aria-level': heading })}
      style={[
        {
          color: toneColor(theme.colors, tone),
          fontSize: size * grown,
          lineHeight: line * grown,
          fontWeight: weight,
          fontVariant: ['tabular-nums'],
          textAlign: textAlign(align, theme.direction),
        },
        underline && { textDecorationLine: 'underline' },
        style,
      ]}
    >
      {typeof children === 'string' ? inPieces(children, theme.direction) : children}
    </NativeText>
  );
}

/** Part of a text that stands out: inherits size and colour from the words around it. */
export function BoldText({ children }: { children: ReactNode }) {
  return <NativeText style={{ fontWeight: '700' }}>{children}</NativeText>;
}

const rightToLeft = /[\u0590-\u08ff\u200f\u061c\ufb1d-\ufefc]/;

const between = ' · ';

/**
 * Marks around what is written the other way than the page, so that it stays in one piece and in its place. A phone
 * number, a day or a mail address is read from left to right in every language: without the marks, a page in Arabic shows
 * its last digits first. And where several pieces stand in one line, a name would take the amount beside it along.
 */
function inPieces(text: string, direction: 'ltr' | 'rtl'): string {
  const pieces = text.split(between);
  if (direction === 'ltr')
    return pieces.length > 1 && rightToLeft.test(text)
      ? pieces.map((piece) => (rightToLeft.test(piece) ? `\u2068${piece}\u2069` : piece)).join(between)
      : text;
  const needsMarks = pieces.length > 1 ? /[\p{L}\d@]/u : /[\d@]/;
  return pieces
    .map((piece) => (needsMarks.test(piece) && !rightToLeft.test(piece) ? `\u2066${piece}\u2069` : piece))
    .join(between);
}

// By the direction of the page, not by the script of the text: a Latin name in an Arabic list stands with the others.
// Native swaps left and right by itself in a right-to-left layout; a browser does not.
function textAlign(align: 'start' | 'center' | 'end', direction: 'ltr' | 'rtl') {
  if (align === 'center') return 'center';
  const isSwapped = Platform.OS === 'web' && direction === 'rtl';
  return (align === 'start') === isSwapped ? 'right' : 'left';
}
