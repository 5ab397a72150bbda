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

export function eventWord(t: TFunction, { kind, event }: AuditEntry): string {
  const key = `${kind}_${event}`;
  return isKnown(en.audit.event, key) ? t(`audit.event.${key}`) : `${kind} ${event}`;
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
