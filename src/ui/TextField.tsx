import { type ReactNode, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { Platform, TextInput, type TextInputProps, View } from 'react-native';

import { useErrorFocus, useAnnouncedError } from './ErrorFocus';
import { Icon } from './Icon';
import { useScrollIntoView } from './scrollIntoView';
import { Text } from './Text';
import { createStyles, useTheme } from './theme';
import { radius, space, target } from './tokens';

interface TextFieldProps extends Omit<
  TextInputProps,
  'style' | 'placeholderTextColor' | 'aria-label' | 'accessibilityLabel' | 'id'
> {
  /** Shown above, and the name a screen reader says. */
  label: string;
  labelHidden?: boolean;
  /** What is wrong, in words, at the field. */
  error?: string;
  hint?: string;
  /** Before the text: a picture or a currency sign. */
  leading?: ReactNode;
  /** After the text, such as a button that clears it. */
  trailing?: ReactNode;
  /** Larger figures, for the one amount of a form. */
  large?: boolean;
  ref?: Ref<TextInput | null>;
}

/** One line or a few of typed text, with its label, its hint and what is wrong with it. */
export function TextField({
  label,
  labelHidden = false,
  error,
  hint,
  leading,
  trailing,
  large = false,
  ref,
  ...input
}: TextFieldProps) {
  const styles = useStyles();
  const { colors } = useTheme();
  const [focused, setFocused] = useState(false);
  const messageId = useId();
  const field = useRef<TextInput>(null);
  useImperativeHandle<TextInput | null, TextInput | null>(ref, () => field.current, []);
  const whole = useRef<View>(null);
  const sight = useScrollIntoView();
  useErrorFocus(error !== undefined, () => {
    field.current?.focus();
    sight.scrollTo(whole);
  });
  useAnnouncedError(error);
  const message = error ?? hint;

  return (
    <View ref={whole} style={styles.field}>
      {!labelHidden && (
        <Text variant="note" tone="quiet" aria-hidden>
          {label}
        </Text>
      )}
      <View
        style={[
          styles.box,
          focused && styles.focused,
          error !== undefined && styles.wrong,
          input.multiline === true && styles.tall,
        ]}
      >
        {leading}
        <TextInput
          {...input}
          ref={field}
          aria-label={label}
          accessibilityHint={message}
          aria-invalid={error !== undefined}
          aria-describedby={message === undefined ? undefined : messageId}
          placeholderTextColor={colors.inkQuiet}
          onFocus={(event) => {
            setFocused(true);
            sight.keepVisible(whole);
            input.onFocus?.(event);
          }}
          onBlur={(event) => {
            setFocused(false);
            sight.stopKeeping(whole);
            input.onBlur?.(event);
          }}
          style={[styles.input, large && styles.large, input.multiline === true && styles.tallInput]}
        />
        {trailing}
      </View>
      <View aria-live="polite">
        {message !== undefined && (
          <View style={styles.message}>
            {error !== undefined && <Icon name="warning" size={16} tone="person" />}
            <View style={styles.words}>
              <Text id={messageId} variant="note" tone={error === undefined ? 'quiet' : 'person'}>
                {message}
              </Text>
            </View>
          </View>
        )}
      </View>
    </View>
  );
}

const useStyles = createStyles(({ colors, direction, textScale }) => ({
  field: { gap: space.xs },
  box: {
    flexDirection: 'row',
    alignItems: 'center',
    gap: space.s,
    minHeight: target.small + space.xs,
    paddingHorizontal: space.m,
    borderWidth: 1,
    // The quiet ink, not the line: an empty field must be findable in the sun.
    borderColor: colors.inkQuiet,
    borderRadius: radius.button,
    backgroundColor: colors.surface,
  },
  focused: { borderColor: colors.primary, borderWidth: 3, paddingHorizontal: space.m - 2 },
  wrong: { borderColor: colors.states.person.ink, borderWidth: 3, paddingHorizontal: space.m - 2 },
  tall: { alignItems: 'stretch' },
  input: {
    flex: 1,
    minWidth: 0,
    minHeight: target.small,
    paddingVertical: space.s,
    color: colors.ink,
    fontSize: 16 * textScale,
    fontVariant: ['tabular-nums'],
    // A browser aligns an empty field by its script, and that is Latin; a phone goes by the direction of the app.
    ...(Platform.OS === 'web' && direction === 'rtl' && { textAlign: 'right' as const }),
  },
  // As tall as its box: a line is never cut in the middle, and a tap anywhere in the box is a tap into the text.
  tallInput: { minHeight: target.small * 2, textAlignVertical: 'top', lineHeight: 24 * textScale },
  large: { fontSize: 27 * textScale, fontWeight: '700' },
  message: { flexDirection: 'row', alignItems: 'center', gap: space.xs },
  words: { flex: 1 },
}));
