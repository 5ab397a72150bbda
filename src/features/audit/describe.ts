import { type Href } from 'expo-router';
import { type TFunction } from 'i18next';

import { type AuditEntry } from '@/contract/audit';
import { type RecordFacts } from '@/db/recordFacts';
import { type Format } from '@/i18n/format';
import { isolate } from '@/i18n/isolate';
import { later } from '@/i18n/messages/en/later';

/** A word of the service that has a text; a newer service may send others, which are shown unchanged. */
function isKnown<Words extends object>(words: Words, key: string): key is keyof Words & string {
  return Object.hasOwn(words, key);
}

export function kindWord(t: TFunction, kind: string): string {
  return isKnown(later.audit.kind, kind) ? t(`audit.kind.${kind}`) : kind;
}

/** What happened to an invitation: a change of its row. */
function invitationEvent(fields: readonly string[]): 'withdrawn' | 'accepted' | 'sent' {
  if (fields.includes('withdrawn_at') && !fields.includes('expires_at')) return 'withdrawn';
  return fields.includes('user_id') ? 'accepted' : 'sent';
}

export function eventWord(t: TFunction, entry: AuditEntry): string {
  const { kind, event, actor, subject, fields = [] } = entry;
  if (event === 'changed' && entry.record_kind === 'invitation')
    return t(`audit.invitation.${invitationEvent(fields)}`);
  const ofRecord = `${entry.record_kind}_${event}`;
  if (isKnown(later.audit.ofRecord, ofRecord)) return t(`audit.ofRecord.${ofRecord}`);
  const key = `${kind}_${event}`;
  const byAnother = `${key}_by_another`;
  const isByAnother = actor !== undefined && subject !== undefined && actor.id !== subject.id;
  if (isByAnother && isKnown(later.audit.event, byAnother)) return t(`audit.event.${byAnother}`);
  return isKnown(later.audit.event, key) ? t(`audit.event.${key}`) : `${kind} ${event}`;
}

const screens = {
  transaction_bundle: '/ledger/[id]',
  team: '/teams/[id]',
  action: '/actions/[id]',
  contact: '/contacts/[id]',
  batch: '/batches/[id]',
  month: '/months/[id]',
} as const;

const catalogue = [
  'membership_price_group',
  'membership_price',
  'donation_price',
  'transaction_status',
  'transaction_settings',
];

/** The screen of the record or person that an entry is about; null if there is none, as for what is deleted. */
export function screenOf({ event, subject, record_kind: kind, record_id: id }: AuditEntry): Href | null {
  if (event === 'deleted' || event === 'erased') return null;
  if (kind !== undefined && id !== undefined && isKnown(screens, kind))
    return { pathname: screens[kind], params: { id: String(id) } };
  if (kind !== undefined && catalogue.includes(kind)) return '/catalogue';
  if (kind === 'form') return '/catalogue/questions';
  return subject === undefined ? null : { pathname: '/people/[id]', params: { id: String(subject.id) } };
}

function recordWord(t: TFunction, kind: string): string {
  return isKnown(later.audit.record, kind) ? t(`audit.record.${kind}`) : kind;
}

/** The names of fields; those without a word are one: a name of the database says nothing. What an invitation or a status became is in its text. */
export function fieldWords(t: TFunction, { record_kind: kind, event, fields = [] }: AuditEntry): string[] {
  if (kind === 'invitation' || event === 'status_changed') return [];
  const words = fields.map((field) => {
    if (isKnown(later.audit.field, field)) return t(`audit.field.${field}`);
    return isKnown(later.ledger.field, field) ? t(`ledger.field.${field}`) : t('audit.otherField');
  });
  return [...new Set(words)];
}

/** A value of a setting as the screen of that setting shows it. */
export function valueWord(t: TFunction, format: Format, field: string | undefined, value: string): string {
  if (value === 'true' || value === 'false') return t(value === 'true' ? 'common.yes' : 'common.no');
  if (field === 'visibility' && isKnown(later.space.visibility, value)) return t(`space.visibility.${value}`);
  if (field === 'search_everyone' && isKnown(later.space.searchers, value))
    return t(`space.searchers.${value}`);
  const [amount = '', currency = ''] = value.split(' ');
  return field === 'amount' && currency !== '' ? format.money(Number(amount), currency) : value;
}

/** October 2026 of 202610. */
function monthWord(format: Format, id: number): string {
  return format.calendarMonth(`${String(id).slice(0, 4)}-${String(id).slice(4)}-01`);
}

/** The record by its kind and number, a month by its name. */
export function recordLabel(
  t: TFunction,
  format: Format,
  { record_kind: kind, record_id: id }: AuditEntry
): string {
  if (kind === undefined) return '';
  if (kind === 'month' && id !== undefined) return monthWord(format, id);
  return [recordWord(t, kind), id === undefined ? '' : t('common.number', { id: String(id) })]
    .join(' ')
    .trim();
}

export function nameOf(t: TFunction, { id, name }: NonNullable<AuditEntry['actor']>): string {
  return name ?? t('audit.person', { id: String(id) });
}

/** Who did it: a person, on which device or with which token. Nothing tells who entered a wrong code or second step. */
export function actorWords(t: TFunction, { actor, device, token, event }: AuditEntry): string[] {
  if (actor === undefined)
    return event === 'wrong_code' || event === 'wrong_factor' ? [] : [t('audit.byService')];
  return [
    t('audit.by', { name: isolate(nameOf(t, actor)) }),
    ...(token === undefined ? [] : [t('audit.withToken', { token: isolate(token) })]),
    ...(device === undefined ? [] : [isolate(device)]),
  ];
}

/** What changed: the person, the record with its name or its amount of now, the field with its values. */
export function changeWords(t: TFunction, format: Format, entry: AuditEntry, facts?: RecordFacts): string[] {
  const { actor, subject, record_kind: record, record_id: id, fields = [], old, new: after } = entry;
  const wordOf = (value: string) => isolate(valueWord(t, format, fields[0], value));
  const values =
    old !== undefined && after !== undefined
      ? [t('audit.fromTo', { old: wordOf(old), new: wordOf(after) })]
      : [old, after].flatMap((value) => (value === undefined ? [] : [wordOf(value)]));
  const isMonth = record === 'month' && id !== undefined;
  const name = facts?.name ? [isolate(facts.name)] : [];
  const number = id === undefined ? [] : [t('common.number', { id: String(id) })];
  const amount = (facts?.sums ?? []).map((sum) => format.money(sum.amount, sum.currency)).join(' + ');
  const shown = fieldWords(t, entry);
  return [
    ...(subject === undefined || subject.id === actor?.id ? [] : [isolate(nameOf(t, subject))]),
    ...(isMonth ? [monthWord(format, id)] : []),
    ...(record === undefined || isMonth ? [] : [[recordWord(t, record), ...name, ...number].join(' ')]),
    ...(amount === '' ? [] : [t('audit.nowAmount', { amount })]),
    ...(shown.length === 0 ? [] : [format.commaList(shown)]),
    ...values,
  ];
}
