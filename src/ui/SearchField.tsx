import { type ReactNode, type Ref } from 'react';
import { type TextInput } from 'react-native';

import { Icon } from './Icon';
import { IconButton } from './IconButton';
import { TextField } from './TextField';

interface SearchFieldProps {
  label: string;
  clearLabel: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  autoFocus?: boolean;
  /** Such as a scan button; shown while the field is empty. */
  action?: ReactNode;
  ref?: Ref<TextInput | null>;
}

export function SearchField({
  label,
  clearLabel,
  value,
  onChange,
  placeholder,
  autoFocus,
  action,
  ref,
}: SearchFieldProps) {
  return (
    <TextField
      ref={ref}
      label={label}
      labelHidden
      inputMode="search"
      returnKeyType="search"
      autoCapitalize="none"
      autoCorrect={false}
      value={value}
      onChangeText={onChange}
      placeholder={placeholder}
      autoFocus={autoFocus}
      leading={<Icon name="search" size={20} tone="quiet" />}
      trailing={
        value === '' ? (
          action
        ) : (
          <IconButton kind="plain" icon="close" label={clearLabel} onPress={() => onChange('')} />
        )
      }
    />
  );
}
