import { DayPicker } from './DayPicker';
import { TextField } from './TextField';

interface DayFieldProps {
  label: string;
  /** YYYY-MM-DD, or the part that was typed. */
  value: string;
  onChange: (value: string) => void;
  /** Label of the calendar button, which only the web has. */
  pickLabel: string;
  placeholder?: string;
  hint?: string;
  error?: string;
}

/** A date, typed as digits or picked from the browser's calendar. */
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

/** Arabic and Persian digits: the last four bits of each are its value. */
const easternDigits = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** Inserts the hyphens, which a numeric keyboard lacks. Deleting one does not insert it again. */
function withHyphens(typed: string): string {
  const digits = typed.replace(easternDigits, (digit) => String(digit.charCodeAt(0) & 15));
  return digits.replace(/^(\d{4})(\d{1,4})$/, '$1-$2').replace(/^(\d{4}-\d{2})(\d{1,2})$/, '$1-$2');
}
