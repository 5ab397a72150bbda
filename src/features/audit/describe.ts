import { type Href } from 'expo-router';
import { type TFunction } from 'i18next';

import { type AuditEntry } from '@/contract/audit';
import { en } from '@/i18n/messages/en';

/** A word of the service that has a text; a newer service may send others, which are shown unchanged. */
function isKnown<Words extends object>(words: Words, key: string): key is keyof Words & string {
  return Object.hasOwn(words, key);
}

export function kindWord(t: TFunction, kind: string): string {
  return isKnown(en.audit.kind, kind) ? t(`audit.kind.${kind}`) : kind;
}

export function eventWord(t: TFunction, { kind, event, actor, subject }: AuditEntry): string {
  const key = `${kind}_${event}`;
  const byAnother = `${key}_by_another`;
  const isByAnother = actor !== undefined && subject !== undefined && actor.id !== subject.id;
  if (isByAnother && isKnown(en.audit.event, byAnother)) return t(`audit.event.${byAnother}`);
  return isKnown(en.audit.event, key) ? t(`audit.event.${key}`) : `${kind} ${event}`;
}

const screens = {
  transaction_bundle: '/ledger/[id]',
  team: '/teams/[id]',
  action: '/actions/[id]',
  contact: '/contacts/[id]',
  batch: '/batches/[id]',
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
  return isKnown(en.audit.record, kind) ? t(`audit.record.${kind}`) : kind;
}

function fieldWord(t: TFunction, field: string): string {
  if (isKnown(en.audit.field, field)) return t(`audit.field.${field}`);
  return isKnown(en.ledger.field, field) ? t(`ledger.field.${field}`) : field;
}

function nameOf(t: TFunction, { id, name }: NonNullable<AuditEntry['actor']>): string {
  return name ?? t('audit.person', { id: String(id) });
}

/** Who did it: a person, on which device or with which token. Nothing tells who entered a wrong code. */
export function actorWords(t: TFunction, { actor, device, token, event }: AuditEntry): string[] {
  if (actor === undefined) return event === 'wrong_code' ? [] : [t('audit.byService')];
  return [
    t('audit.by', { name: nameOf(t, actor) }),
    ...(token === undefined ? [] : [t('audit.withToken', { token })]),
    ...(device === undefined ? [] : [device]),
  ];
}

/** What changed: the person, the record, the roles, the fields. */
export function changeWords(t: TFunction, entry: AuditEntry): string[] {
  const { actor, subject, record_kind: record, record_id: id, fields = [], old, new: after } = entry;
  const values = [old, after].filter((value) => value !== undefined);
  const number = id === undefined ? [] : [t('common.number', { id: String(id) })];
  return [
    ...(subject === undefined || subject.id === actor?.id ? [] : [nameOf(t, subject)]),
    ...(record === undefined ? [] : [[recordWord(t, record), ...number].join(' ')]),
    ...(values.length === 0 ? [] : [values.join(' → ')]),
    ...(fields.length === 0 ? [] : [fields.map((field) => fieldWord(t, field)).join(', ')]),
  ];
}
