export interface DayPickerProps {
  label: string;
  value: string;
  onPick: (day: string) => void;
}

/** Native has no calendar: it would need another package. */
export function DayPicker(_props: DayPickerProps) {
  return null;
}
