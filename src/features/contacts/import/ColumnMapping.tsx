import { type TFunction } from 'i18next';
import { useState } from 'react';

import { importFields, type ImportField, type Mapping } from '@/domain/contacts/contactColumns';
import { type ImportFile } from '@/domain/contacts/contactFile';
import { useI18n } from '@/i18n/I18nProvider';
import { ChoiceRows } from '@/ui/ChoiceRows';
import { Dialog } from '@/ui/Dialog';
import { ListRow } from '@/ui/ListRow';
import { SectionHeader } from '@/ui/SectionHeader';
import { StatePill } from '@/ui/State';

interface ColumnMappingProps {
  file: ImportFile;
  mapping: Mapping;
  /** While the contacts are sent. */
  isFixed: boolean;
  onChange: (mapping: Mapping) => void;
}

const leftOut = 'left_out';

/** Of a column that begins empty, the first lines are searched for something in it. */
const MOST_SEARCHED = 100;
const exampleOf = ({ lines }: ImportFile, place: number) =>
  lines.slice(0, MOST_SEARCHED).find(({ cells }) => cells[place])?.cells[place] ?? '';

/** The columns of the file, each with the field that it becomes. */
export function ColumnMapping({ file, mapping, isFixed, onChange }: ColumnMappingProps) {
  const { t } = useI18n();
  const [open, setOpen] = useState<number | null>(null);
  const choose = (place: number, value: string) => {
    const field = importFields.find((each) => each === value) ?? null;
    // A field comes from one column.
    onChange(mapping.map((each, other) => (other === place ? field : each === field ? null : each)));
    setOpen(null);
  };
  return (
    <>
      <SectionHeader title={t('contactImport.columns')} />
      {file.header.map((name, place) => (
        <ListRow
          key={`${place} ${name}`}
          title={name || t('contactImport.column', { number: String(place + 1) })}
          detail={exampleOf(file, place)}
          value={mapping[place] == null ? undefined : fieldLabel(t, mapping[place])}
          trailing={
            mapping[place] == null ? <StatePill tone="waiting" label={fieldLabel(t, null)} /> : undefined
          }
          onPress={isFixed ? undefined : () => setOpen(place)}
        />
      ))}
      {open !== null && (
        <Dialog
          open
          title={file.header[open] ?? ''}
          closeLabel={t('common.close')}
          onClose={() => setOpen(null)}
        >
          <ChoiceRows
            label={t('contactImport.becomes')}
            choices={[
              { value: leftOut, title: fieldLabel(t, null) },
              ...importFields.map((field) => ({ value: field, title: fieldLabel(t, field) })),
            ]}
            value={mapping[open] ?? leftOut}
            onChange={(value) => choose(open, value)}
          />
        </Dialog>
      )}
    </>
  );
}

export function fieldLabel(t: TFunction, field: ImportField | null): string {
  if (field === null) return t('contactImport.leftOut');
  if (field === 'external_id') return t('contactImport.externalId');
  if (field === 'black_list') return t('contacts.optedOutShort');
  switch (field) {
    case 'addition':
    case 'country':
    case 'infos':
    case 'latitude':
    case 'longitude':
    case 'pollingstation':
      return t(`contactImport.${field}`);
    case 'birthdate':
    case 'gender':
    case 'nationality':
      return t(`contacts.details.${field}`);
    case 'birth_city':
    case 'birth_country':
      return t(`duplicates.${field}`);
    default:
      return t(`contactEdit.${field}`);
  }
}
