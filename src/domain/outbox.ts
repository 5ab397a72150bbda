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
] as const;

export type OutboxKind = (typeof outboxKinds)[number];

/**
 * Where a row is on its way to the service.
 * - `queued`: safe on the phone, waiting for its turn.
 * - `sending`: claimed; bytes may be on the wire.
 * - `acked`: the service has it and said so.
 * - `unknown`: bytes left and no usable answer came back; looked up before anything else happens.
 * - `parked`: refused; waits for a person to mend it.
 * - `blocked`: the sign-in ended; goes on when the same user signs in again.
 * - `needs_person`: it cannot be told whether the service has it, or two people changed the same field.
 * - `replaced`: a mended row took its place; kept until that row is acked.
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
] as const;

export type OutboxState = (typeof outboxStates)[number];

const allowed: Record<OutboxState, readonly OutboxState[]> = {
  queued: ['sending', 'blocked', 'replaced'],
  sending: ['acked', 'queued', 'unknown', 'parked', 'blocked', 'needs_person'],
  unknown: ['acked', 'queued', 'parked', 'blocked', 'needs_person'],
  blocked: ['queued', 'replaced'],
  parked: ['queued', 'replaced'],
  needs_person: ['acked', 'queued', 'replaced'],
  acked: [],
  replaced: [],
};

/** Whether a row may go from one state to the other. The store refuses every other move. */
export function canMove(from: OutboxState, to: OutboxState): boolean {
  return allowed[from].includes(to);
}

/**
 * States in which the service may not have the record yet: what sign-out protects, what an export contains,
 * and what keeps later rows of the same entity waiting.
 */
export const unsentStates: readonly OutboxState[] = [
  'queued',
  'sending',
  'unknown',
  'parked',
  'blocked',
  'needs_person',
];
