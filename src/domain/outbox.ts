import type { ExtensionName } from '@/contract/extensions';

/** Every write of the interface, as the outbox names it. */
export const outboxKinds = [
  'bundle_create',
  'bundle_update',
  'team_create',
  'team_edit',
  'team_delete',
  'user_update',
  'role_change',
  'invitation',
  'visit_create',
  'cash_record',
  'contact_create',
  'contact_update',
  'answers_create',
] as const;

export type OutboxKind = (typeof outboxKinds)[number];

const safeToRepeat: ReadonlySet<OutboxKind> = new Set([
  'team_edit',
  'team_delete',
  'user_update',
  'role_change',
  'visit_create',
  'cash_record',
  'contact_create',
  'contact_update',
  'answers_create',
]);

/** Setting a field, deleting, or creating under an id of the phone gives the same result however often it arrives. */
export function isSafeToRepeat(kind: OutboxKind): boolean {
  return safeToRepeat.has(kind);
}

/** The extension that has a place for rows of a kind; rows of every other kind go to any service. */
export const extensionOfKind: Partial<Record<OutboxKind, ExtensionName>> = {
  visit_create: 'visits',
  cash_record: 'cash_records',
  contact_create: 'contacts_write',
  contact_update: 'contacts_write',
  answers_create: 'answers',
};

/**
 * State of a row on its way to the service.
 * - `queued`: safe on the phone, waiting to be sent.
 * - `sending`: claimed; the request may be in flight.
 * - `acked`: the service confirmed that it has the record.
 * - `unknown`: sent without a usable response; resolved before anything else happens.
 * - `parked`: refused; a person has to fix it.
 * - `blocked`: signed out; continues when the same user signs in.
 * - `needs_person`: ambiguous, or two users changed the same field.
 * - `replaced`: a fixed row replaces it; stored until that row is acked.
 * - `local`: the service has no place for it; it stays on this phone and is sent if that changes.
 * - `cancelled`: taken back before any attempt could arrive; shown with its reason, never sent.
 */
export const outboxStates = [
  'queued',
  'sending',
  'acked',
  'unknown',
  'parked',
  'blocked',
  'needs_person',
  'replaced',
  'local',
  'cancelled',
] as const;

export type OutboxState = (typeof outboxStates)[number];

const allowed: Record<OutboxState, readonly OutboxState[]> = {
  queued: ['sending', 'blocked', 'replaced', 'local', 'cancelled'],
  sending: ['acked', 'queued', 'unknown', 'parked', 'blocked', 'needs_person'],
  unknown: ['acked', 'queued', 'parked', 'blocked', 'needs_person'],
  blocked: ['queued', 'replaced'],
  parked: ['queued', 'replaced', 'local', 'cancelled'],
  needs_person: ['acked', 'queued', 'replaced'],
  // A restored service may have lost what it acknowledged.
  acked: ['queued', 'needs_person'],
  // The replaced row had arrived after all.
  replaced: ['acked'],
  local: ['queued', 'cancelled'],
  cancelled: [],
};

/** Why a record was cancelled. `withdrawn`: a promise that nobody will pay. `undone`: right after it was saved. */
export const cancelReasons = ['mistake', 'twice', 'returned', 'withdrawn', 'undone'] as const;
export type CancelReason = (typeof cancelReasons)[number];

/** Whether a transition is allowed. The store refuses every other. */
export function canMove(from: OutboxState, to: OutboxState): boolean {
  return allowed[from].includes(to);
}

/** How screens count unsent records: each state is in exactly one part, what needs a person first. */
export const unsentParts = {
  person: ['parked', 'needs_person'],
  signIn: ['blocked'],
  checking: ['unknown'],
  toSend: ['queued', 'sending'],
} as const satisfies Record<string, readonly OutboxState[]>;

export type UnsentPart = keyof typeof unsentParts;

/**
 * States in which the service may not have the record: sign-out protects these rows, an export contains them,
 * and later rows of the same entity wait for them.
 */
export const unsentStates: readonly OutboxState[] = Object.values(unsentParts).flat();

/** States of unsent rows that are sent without a person. */
export const automaticStates: readonly OutboxState[] = ['queued', 'sending', 'unknown'];

/** States of rows that go wherever the record goes that they wait for: to its number, or behind its replacement. */
export const followingStates: readonly OutboxState[] = [...unsentStates, 'local'];
