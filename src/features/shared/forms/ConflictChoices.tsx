import { type FieldConflict } from '@/domain/merge';
import { type ConflictSide } from '@/domain/fieldConflict';
import { useI18n } from '@/i18n/I18nProvider';
import { ChoiceChips } from '@/ui/ChoiceChips';

interface ConflictChoicesProps {
  conflicts: readonly FieldConflict[];
  nameOf: (field: string) => string;
  /** A value in words; for all others the value itself is shown. */
  describeValue?: (field: string, value: unknown) => string | undefined;
  choices: Readonly<Record<string, ConflictSide>>;
  onChange: (choices: Record<string, ConflictSide>) => void;
}

/** The fields that two people changed, each with both values. */
export function ConflictChoices({
  conflicts,
  nameOf,
  describeValue,
  choices,
  onChange,
}: ConflictChoicesProps) {
  const { t } = useI18n();
  const shown = (field: string, value: unknown): string => {
    const words = describeValue?.(field, value);
    if (words !== undefined) return words;
    if (value === undefined || value === null || value === '') return t('outbox.conflict.nothing');
    if (typeof value === 'boolean') return value ? t('common.yes') : t('common.no');
    return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
  };
  return conflicts.map(({ field, mine, theirs }) => (
    <ChoiceChips<ConflictSide>
      key={field}
      label={nameOf(field)}
      choices={[
        { value: 'mine', label: t('outbox.conflict.mine', { value: shown(field, mine) }) },
        { value: 'theirs', label: t('outbox.conflict.theirs', { value: shown(field, theirs) }) },
      ]}
      value={choices[field] ?? null}
      onChange={(side) => onChange({ ...choices, [field]: side })}
    />
  ));
}
