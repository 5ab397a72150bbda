import type { Contact, ContactUpdate } from '@/contract/contact';

import { isSame, type FieldConflict } from '../merge';

type Fields = Record<string, unknown>;
type Address = Fields | null | undefined;

export type ContactMerge =
  /** `changes` is what to send: empty when the service has all of it. */
  { kind: 'merged'; changes: ContactUpdate } | { kind: 'conflict'; conflicts: FieldConflict[] };

/**
 * Three-way merge of a change to a contact: `base` is what the person saw, `change` the fields that they changed, `theirs`
 * what the service has. The parts of the address are fields of their own.
 */
export function mergeContact(base: object, change: ContactUpdate, theirs: Contact): ContactMerge {
  const conflicts: FieldConflict[] = [];
  const [seen, now]: [Fields, Fields] = [{ ...base }, { ...theirs }];
  const { address, ...rest } = change;
  const changes: Fields = {};
  for (const [field, mine] of Object.entries(rest)) {
    if (isSame(mine, now[field])) continue;
    if (!isSame(seen[field], now[field]))
      conflicts.push({ field, base: seen[field], mine, theirs: now[field] });
    changes[field] = mine;
  }
  if (address !== undefined) {
    const merged: Fields = { ...theirs.address };
    for (const [part, mine] of changedParts(seen.address as Address, address)) {
      const [before, other] = [partOf(seen.address, part), partOf(now.address, part)];
      if (!isSame(mine, other) && !isSame(before, other))
        conflicts.push({ field: `address.${part}`, base: before, mine, theirs: other });
      if (mine === undefined) delete merged[part];
      else merged[part] = mine;
    }
    delete merged.id;
    const { id: _, ...current } = { ...theirs.address };
    if (!isSame(merged, current)) changes.address = Object.keys(merged).length === 0 ? null : merged;
  }
  return conflicts.length > 0 ? { kind: 'conflict', conflicts } : { kind: 'merged', changes };
}

/** A contact with an unsent change on top: only what the person changed. */
export function overlayContactChange(contact: Contact, base: unknown, change: ContactUpdate): Contact {
  const { address, ...rest } = change;
  const changed: Fields = { ...contact };
  for (const [field, value] of Object.entries(rest)) changed[field] = value ?? undefined;
  if (address !== undefined) {
    const parts: Fields = { ...contact.address };
    for (const [part, value] of changedParts(partOf(base, 'address') as Address, address))
      parts[part] = value;
    changed.address = Object.keys(parts).length === 0 ? undefined : parts;
  }
  return changed as Contact;
}

/** The parts of an address that differ; undefined for one that was cleared. */
function changedParts(before: Address, after: Address): [string, unknown][] {
  const parts = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  parts.delete('id');
  return [...parts].flatMap((part): [string, unknown][] =>
    isSame(before?.[part], after?.[part]) ? [] : [[part, after?.[part] ?? undefined]]
  );
}

function partOf(value: unknown, part: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined;
}
