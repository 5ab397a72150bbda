import { DayPicker } from './DayPicker';
import { TextField } from './TextField';

interface DayFieldProps {
  label: string;
  /** Year-month-day, or as much of it as was typed. */
  value: string;
  onChange: (value: string) => void;
  /** The name of the button that opens a calendar, where there is one. */
  pickLabel: string;
  placeholder?: string;
  hint?: string;
  error?: string;
}

/** A day, typed in figures alone or picked from the browser's calendar. */
export function DayField({ value, onChange, pickLabel, ...field }: DayFieldProps) {
  return (
    <TextField
      {...field}
      value={value}
      onChangeText={(typed) => onChange(withHyphens(typed))}
      inputMode="numeric"
      autoCorrect={false}
      autoComplete="off"
      maxLength={10}
      trailing={<DayPicker label={pickLabel} value={value} onPick={onChange} />}
    />
  );
}

/** Puts the hyphens in while figures are typed; a keyboard of figures has none. What is taken away stays away. */
function withHyphens(typed: string): string {
  return typed.replace(/^(\d{4})(\d{1,4})$/, '$1-$2').replace(/^(\d{4}-\d{2})(\d{1,2})$/, '$1-$2');
}
