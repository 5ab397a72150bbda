import { type TFunction } from 'i18next';

import { type AuditEntry } from '@/contract/audit';
import { parseCsv } from '@/domain/csv';
import { dayOf } from '@/domain/day';
import { csvText } from '@/features/shared/exportText';
import { type Format } from '@/i18n/format';

import { eventWord, fieldWords, nameOf, recordLabel, valueWord } from './describe';

type Words = { t: TFunction; format: Format };

/** The columns of the screen, in its words. */
const columns = [
  'time',
  'what',
  'who',
  'device',
  'token',
  'person',
  'record',
  'name',
  'fields',
  'before',
  'after',
] as const;

/** For other programs, as the service names them: the same in every language. */
const plainColumns = ['kind', 'event', 'id', 'actor_id', 'person_id', 'record_id'];

type Line = ReadonlyMap<string, string>;

function entryOf(line: Line): AuditEntry {
  const text = (column: string) => line.get(column) || undefined;
  const person = (name: string, id: string) =>
    text(id) === undefined ? undefined : { id: Number(text(id)), name: text(name) };
  return {
    id: Number(text('id')),
    at: text('time') ?? '',
    kind: text('kind') ?? '',
    event: text('event') ?? '',
    actor: person('actor', 'actor_id'),
    subject: person('person', 'person_id'),
    record_kind: text('record'),
    record_id: text('record_id') === undefined ? undefined : Number(text('record_id')),
    fields: text('fields')?.split(' ') ?? [],
  };
}

/** 2026-11-14 15:24 in the phone's time zone, as spreadsheets read it. */
const localTime = (at: string) =>
  at === '' ? '' : `${dayOf(at)} ${new Date(at).toTimeString().slice(0, 5)}`;

function cellsOf(line: Line, { t, format }: Words): string[] {
  const entry = entryOf(line);
  const { actor, subject, fields = [] } = entry;
  const valueOf = (column: string) => valueWord(t, format, fields[0], line.get(column) ?? '');
  const cells: Record<(typeof columns)[number], string> = {
    time: localTime(entry.at ?? ''),
    what: eventWord(t, entry),
    who: actor === undefined ? '' : nameOf(t, actor),
    device: line.get('device') ?? '',
    token: line.get('token') ?? '',
    person: subject === undefined ? '' : nameOf(t, subject),
    record: recordLabel(t, format, entry),
    name: line.get('record_name') ?? '',
    fields: fieldWords(t, entry).join(', '),
    before: valueOf('old'),
    after: valueOf('new'),
  };
  return [...columns.map((column) => cells[column]), ...plainColumns.map((name) => line.get(name) ?? '')];
}

/** The file of the service in the words of the screen; the ids are further columns. */
export function auditCsv(text: string, words: Words): string {
  const [head, ...lines] = parseCsv(text);
  const names = head?.cells ?? [];
  const rows = lines.map(({ cells }) => {
    const line = new Map(names.map((name, place) => [name, cells[place] ?? '']));
    return cellsOf(line, words);
  });
  const heading = [...columns.map((column) => words.t(`audit.column.${column}`)), ...plainColumns];
  return csvText([heading, ...rows], words.format.locale);
}
