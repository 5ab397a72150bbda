import { randomUUID } from 'node:crypto';

import type { TestService, TestSpace } from './harness';

/** Adds an action to a space and returns its id. */
export async function createAction(
  { database }: TestService,
  { groupId, userIds }: TestSpace,
  endsAt: string | null = null
): Promise<number> {
  const { rows } = await database.asOwner(({ $client: client }) =>
    client.query<{ id: string }>(
      "INSERT INTO actions (group_id, name, created_by, ends_at) VALUES ($1, 'Doors', $2, $3) RETURNING id",
      [groupId, userIds.admin, endsAt]
    )
  );
  return Number(rows[0]?.id);
}

/** A visit as the app sends it. */
export function visitOf(actionId: number, more: Record<string, unknown> = {}) {
  return {
    data: {
      uuid: randomUUID(),
      action_id: actionId,
      address: { house_number: '8', street: 'Rue des Lilas', city: 'Lyon' },
      outcome: 'nobody_in',
      visited_at: '2026-03-01T10:00:00.000Z',
      ...more,
    },
  };
}

/** Answers as the app sends them: one text. */
export function answersOf(formId: number, more: Record<string, unknown> = {}) {
  return {
    data: {
      uuid: randomUUID(),
      answers: [{ form_id: formId, data: 'With food' }],
      answered_at: '2026-03-01T10:00:00.000Z',
      ...more,
    },
  };
}
