import { type TFunction } from 'i18next';

import { type LedgerOrder } from '@/db/ledger/ledger';
import { detailText } from '@/domain/paymentDetails';
import { numberIn } from '@/domain/receipt';
import { noteIn } from '@/domain/contacts/supporter';
import { countedLabels } from '@/features/shared/countedWords';
import { methodWord } from '@/features/shared/paymentMethod';
import { type Format } from '@/i18n/format';

import { type Column } from '../csvFile';
import { type LedgerEntry } from '../filters';
import { kindOf, nameOf, statusLabels } from '../labels';

/** What a cell is written with. */
export interface CellWords {
  t: TFunction;
  format: Format;
  statusName: (id: number | null) => string;
}

interface TableColumn {
  id: Column;
  /** In pixels; a growing column shares what is left. */
  width: number;
  grows?: boolean;
  isNumber?: boolean;
  /** Shown unless the person chose otherwise. */
  isUsual?: boolean;
  /** Cannot be left out. */
  isFixed?: boolean;
  order?: LedgerOrder['by'];
  text: (entry: LedgerEntry, words: CellWords) => string;
}

/** In the order of the table. */
export const tableColumns: readonly TableColumn[] = [
  {
    id: 'date',
    width: 104,
    isUsual: true,
    order: 'date',
    text: ({ date }, { format }) => (date === '' ? '' : format.date(date)),
  },
  {
    id: 'name',
    width: 150,
    grows: true,
    isFixed: true,
    order: 'name',
    text: (entry, { t }) => nameOf(t, entry),
  },
  { id: 'kind', width: 172, isUsual: true, text: (entry, { t }) => kindOf(t, entry) },
  {
    id: 'method',
    width: 84,
    isUsual: true,
    order: 'method',
    text: ({ method }, { t }) => methodWord(t, method),
  },
  { id: 'cheque_number', width: 120, text: ({ details }) => detailText(details, 'number') },
  { id: 'bank', width: 110, text: ({ details }) => detailText(details, 'bank') },
  {
    id: 'recorder',
    width: 120,
    grows: true,
    isUsual: true,
    order: 'recorder',
    text: ({ recorder, recordedBy }, { t }) =>
      recorder ?? (recordedBy === null ? '' : t('common.number', { id: String(recordedBy) })),
  },
  {
    id: 'status',
    width: 115,
    isUsual: true,
    order: 'status',
    text: (entry, words) => statusLabels(words, entry, words.statusName(entry.statusId)).join(' · '),
  },
  { id: 'batch', width: 90, isUsual: true, text: ({ batch }) => batch ?? '' },
  {
    id: 'counted_in',
    width: 150,
    text: ({ counted }, words) => countedLabels(words, counted).join(' · '),
  },
  { id: 'receipt', width: 90, text: ({ receipt }) => numberIn(receipt) },
  { id: 'campaign', width: 120, order: 'campaign', text: ({ campaign }) => campaign ?? '' },
  {
    id: 'affectation',
    width: 120,
    text: ({ donations }) =>
      donations
        .map(({ affectation }) => affectation ?? '')
        .filter(Boolean)
        .join(', '),
  },
  { id: 'note', width: 160, grows: true, text: ({ comment }) => noteIn(comment) },
  {
    id: 'bundle',
    width: 84,
    isNumber: true,
    order: 'bundle',
    text: ({ number }) => (number === null ? '' : String(number)),
  },
  {
    id: 'amount',
    width: 112,
    isNumber: true,
    isFixed: true,
    order: 'amount',
    text: ({ amount, currency }, { format }) => format.money(amount, currency),
  },
];

export const usualColumns = tableColumns.flatMap(({ id, isUsual }) => (isUsual ? id : []));

/** Where there is no room for all, the last chosen ones are left out; names and amounts stay. */
export function columnsThatFit(chosen: readonly string[], available: number): readonly TableColumn[] {
  const wanted = tableColumns.filter(({ id, isFixed }) => isFixed || chosen.includes(id));
  const isOptional = ({ isFixed }: TableColumn) => !isFixed;
  let shown = wanted;
  while (shown.some(isOptional) && shown.reduce((sum, { width }) => sum + width, 0) > available) {
    const last = shown.findLastIndex(isOptional);
    shown = shown.filter((_, index) => index !== last);
  }
  return shown;
}
