import { type ReactNode, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { toLatinDigits } from '@/domain/digits';
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
  label: string;
  labelHidden?: boolean;
  error?: string;
  hint?: string;
  /** An icon or a currency sign. */
  leading?: ReactNode;
  /** Such as a clear button. */
  trailing?: ReactNode;
  /** For the amount of a form. */
  large?: boolean;
  ref?: Ref<TextInput | null>;
}

const figures: readonly TextInputProps['inputMode'][] = ['numeric', 'decimal', 'tel'];

/** A text input with label, hint and error. Of figures it passes on 0 to 9, in whichever script they are typed. */
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
  const container = useRef<View>(null);
  const scrollIntoView = useScrollIntoView();
  useErrorFocus(error !== undefined, () => {
    field.current?.focus();
    scrollIntoView.scrollTo(container);
  });
  useAnnouncedError(error);
  const message = error ?? hint;

  return (
    <View ref={container} style={styles.field}>
      {!labelHidden && (
        <Text variant="note" tone="quiet" aria-hidden>
          {label}
        </Text>
      )}
      <View
        style={[
          styles.box,
          focused && styles.focused,
          error !== undefined && styles.invalid,
          input.multiline === true && styles.tall,
        ]}
      >
        {leading}
        <TextInput
          {...input}
          onChangeText={(text) =>
            input.onChangeText?.(figures.includes(input.inputMode) ? toLatinDigits(text) : text)
          }
          ref={field}
          aria-label={label}
          accessibilityHint={message}
          aria-invalid={error !== undefined}
          aria-describedby={message === undefined ? undefined : messageId}
          placeholderTextColor={colors.inkQuiet}
          onFocus={(event) => {
            setFocused(true);
            scrollIntoView.keepVisible(container);
            input.onFocus?.(event);
          }}
          onBlur={(event) => {
            setFocused(false);
            scrollIntoView.stopKeeping(container);
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
            <View style={styles.messageText}>
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
    // More contrast than `line`: an empty field must be visible in sunlight.
    borderColor: colors.inkQuiet,
    borderRadius: radius.button,
    backgroundColor: colors.surface,
  },
  focused: { borderColor: colors.primary, borderWidth: 3, paddingHorizontal: space.m - 2 },
  invalid: { borderColor: colors.states.person.ink, borderWidth: 3, paddingHorizontal: space.m - 2 },
  tall: { alignItems: 'stretch' },
  input: {
    flex: 1,
    minWidth: 0,
    minHeight: target.small,
    paddingVertical: space.s,
    color: colors.ink,
    fontSize: 16 * textScale,
    fontVariant: ['tabular-nums'],
    // A browser aligns an empty field to the left; native follows the layout direction.
    ...(Platform.OS === 'web' && direction === 'rtl' && { textAlign: 'right' as const }),
  },
  // Fills its box, so that no line is cut and a tap anywhere focuses the input.
  tallInput: { minHeight: target.small * 2, textAlignVertical: 'top', lineHeight: 24 * textScale },
  large: { fontSize: 27 * textScale, fontWeight: '700' },
  message: { flexDirection: 'row', alignItems: 'center', gap: space.xs },
  messageText: { flex: 1 },
}));
