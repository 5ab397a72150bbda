export interface DayPickerProps {
  label: string;
  value: string;
  onPick: (day: string) => void;
}

/** A phone's calendar would need a package of its own: there the day is typed, in figures alone. */
export function DayPicker(_props: DayPickerProps) {
  return null;
}
