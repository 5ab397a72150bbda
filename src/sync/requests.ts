import { z } from 'zod';

import { endpoints } from '@/contract/endpoints';
import { envelopedOne, readEnvelope } from '@/contract/envelope';
import { Id } from '@/contract/primitives';
import type { OutboxRow } from '@/db/outbox/outbox';
import { serverIdOf } from '@/domain/entity';
import type { OutboxKind } from '@/domain/outbox';
import type { ReadProof } from '@/domain/outcome';

import type { Call } from './transport';

/** Every kind of row but the team edit, which has to be merged before it can be sent. */
export type DirectKind = Exclude<OutboxKind, 'team_edit'>;

/** The call that sends a row; null when it waits for an id that nobody has given. */
export function requestOf(kind: DirectKind, row: OutboxRow): Call | null {
  const { body, id: idempotencyKey } = row;
  const id = serverIdOf(row.entity);
  switch (kind) {
    case 'bundle_create':
      return { endpoint: 'createBundle', body, idempotencyKey };
    case 'team_create':
      return { endpoint: 'createTeam', body, idempotencyKey };
    case 'role_change':
      return { endpoint: 'changeRole', body, idempotencyKey };
    case 'invitation':
      return { endpoint: 'inviteUsers', body, idempotencyKey };
    case 'bundle_update':
      return id === null
        ? null
        : { endpoint: 'updateBundle', params: { id }, body: withBundleId(body, id), idempotencyKey };
    case 'user_update':
      return id === null ? null : { endpoint: 'updateUser', params: { id }, body, idempotencyKey };
    case 'team_delete':
      return id === null ? null : { endpoint: 'deleteTeam', params: { id }, idempotencyKey };
  }
}

/** An update captured before its bundle was sent has no id yet; the same one is put in at every try. */
function withBundleId(body: string, id: number): string {
  const parsed: { data: { id: number } } = JSON.parse(body);
  if (parsed.data.id === id) return body;
  return JSON.stringify({ ...parsed, data: { ...parsed.data, id } });
}

/**
 * What proves that the service has a row of this kind: success and an id. No more is asked, because an answer that
 * could not be read in some other field would otherwise keep a stored record unknown for ever.
 */
export function proofOf(kind: OutboxKind, row: Pick<OutboxRow, 'id'>): ReadProof {
  switch (kind) {
    case 'bundle_create':
      // An answer that names another capture is an answer to somebody else.
      return (body) => (namesAnother(body, row.id) ? null : readId(body));
    case 'bundle_update':
      return (body) => readId(body);
    case 'team_create':
    case 'team_edit':
      return (body) => readId(body, 'team');
    case 'team_delete':
    case 'user_update':
    case 'role_change':
      return (body) => (readEnvelope(body).ok ? { serverId: null } : null);
    case 'invitation':
      return (body) => {
        if (!readEnvelope(body).ok) return null;
        const reading = endpoints.inviteUsers.read(body);
        return { serverId: null, ...(reading.ok ? { answer: reading.value.good } : {}) };
      };
  }
}

const Identified = z.looseObject({ id: Id });
const Marked = z.looseObject({
  transactions: z.array(z.looseObject({ delivery_token: z.string().min(1) })).min(1),
});

function readId(body: unknown, member?: string): { serverId: number } | null {
  const reading = envelopedOne(Identified, member)(body);
  return reading.ok ? { serverId: reading.value.id } : null;
}

function namesAnother(body: unknown, id: string): boolean {
  const reading = envelopedOne(Marked)(body);
  return reading.ok && reading.value.transactions.every(({ delivery_token: token }) => token !== id);
}
