import { z } from 'zod';

import { endpoints } from '@/contract/endpoints';
import { envelopedOne, readEnvelope } from '@/contract/envelope';
import { Id } from '@/contract/primitives';
import type { OutboxRow } from '@/db/outbox/outbox';
import { isOfGift, serverIdOf } from '@/domain/entity';
import type { OutboxKind } from '@/domain/outbox';
import type { AckReader } from '@/domain/outcome';

import type { Call } from './transport';

/** Every kind of row except those whose request depends on what the service has. */
export type DirectKind = Exclude<OutboxKind, 'team_edit' | 'bundle_update' | 'contact_update'>;

/** The request that sends a row; null while the server id of its entity is missing. */
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
    case 'visit_create':
      return { endpoint: 'createVisit', body, idempotencyKey };
    case 'cash_record':
      return { endpoint: 'createCashRecord', body, idempotencyKey };
    case 'answers_create':
      if (!isOfGift(row)) return { endpoint: 'createAnswers', body, idempotencyKey };
      return id === null ? null : { endpoint: 'createAnswers', body: withBundle(body, id), idempotencyKey };
    case 'contact_create':
      return { endpoint: 'createContact', body, idempotencyKey };
    case 'user_update':
      return id === null ? null : { endpoint: 'updateUser', params: { id }, body, idempotencyKey };
    case 'team_delete':
      return id === null ? null : { endpoint: 'deleteTeam', params: { id }, idempotencyKey };
  }
}

/** Answers of a new supporter name the bundle that they paid, which has a number once it is sent. */
function withBundle(body: string, bundleId: number): string {
  const { data } = JSON.parse(body) as { data: object };
  return JSON.stringify({ data: { ...data, bundle_id: bundleId } });
}

/**
 * Reads the acknowledgement of a row of this kind: success and an id. It requires nothing else, because an
 * unreadable other field would leave a stored record unknown forever.
 */
export function ackReaderOf(kind: OutboxKind, row: Pick<OutboxRow, 'id'>): AckReader {
  switch (kind) {
    case 'bundle_create':
      // A response with the marker of another capture belongs to another request.
      return (body) => (isOfAnotherCapture(body, row.id) ? null : readId(body));
    case 'bundle_update':
    case 'visit_create':
    case 'answers_create':
    case 'contact_create':
    case 'contact_update':
      return (body) => readId(body);
    case 'team_create':
    case 'team_edit':
      return (body) => readId(body, 'team');
    case 'cash_record':
      return (body) => readId(body, 'cash_record');
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

const WithId = z.looseObject({ id: z.union([z.number().min(0), z.string().min(1)]) });
const WithMarker = z.looseObject({
  transactions: z.array(z.looseObject({ delivery_token: z.string().min(1) })).min(1),
});

/** An id that no JavaScript number holds exactly, or a text, still proves that the record is stored. */
function readId(body: unknown, member?: string): { serverId: number | null } | null {
  const reading = envelopedOne(WithId, member)(body);
  if (!reading.ok) return null;
  const id = Id.safeParse(reading.value.id);
  return { serverId: id.success ? id.data : null };
}

function isOfAnotherCapture(body: unknown, id: string): boolean {
  const reading = envelopedOne(WithMarker)(body);
  return reading.ok && reading.value.transactions.every(({ delivery_token: token }) => token !== id);
}
