import { type Answers, type AnswersCreate } from '@/contract/answers';

import { insertMany, removeByIds, replaceWhereDifferent, type BulkInsert } from './bulk';
import { getFact } from './facts';
import { listPending, sentData } from './outbox/pending';
import { type OutboxRow } from './outbox/row';
import { type Scope } from './scopes';
import { type Reader, type Transaction } from './store';

const columns = ['uuid', 'contact_id', 'bundle_id', 'answered_at', 'user_id', 'answers'];

const insert: BulkInsert = {
  into: 'answers',
  shared: ['scope_id'],
  columns: ['id', ...columns],
  onConflict: replaceWhereDifferent(['scope_id', 'id'], columns),
};

export function applyAnswers(tx: Transaction, scope: Scope, records: readonly Answers[]): Promise<number> {
  return insertMany(
    tx,
    insert,
    [scope.id],
    records.map((record) => [
      record.id,
      record.uuid,
      record.contact_id ?? null,
      record.bundle_id ?? null,
      record.answered_at ?? '',
      record.user_id ?? 0,
      JSON.stringify(record.answers ?? []),
    ])
  );
}

export const removeAnswers = (tx: Transaction, scope: Scope, ids: readonly number[]) =>
  removeByIds(tx, 'answers', scope, ids);

/** Whether a pull has downloaded these answers. */
export async function hasAnswers(reader: Reader, scope: Scope, uuid: string): Promise<boolean> {
  return (
    (await reader.get('SELECT 1 FROM answers WHERE scope_id = ? AND uuid = ?', [scope.id, uuid])) !== null
  );
}

/** What a person answered at one time. */
export type ShownAnswers = {
  uuid: string;
  answeredAt: string;
  userId: number;
  /** The name of the user, if they are on this phone. */
  askedBy: string | null;
  answers: AnswersCreate['answers'];
  /** Null once the service has it. */
  state: OutboxRow['state'] | null;
};

const nameOf = (id: string) => `(SELECT name FROM users WHERE scope_id = ?1 AND id = ${id})`;

/** All answers of a contact: those of the service, and those that are still on this phone. */
export async function listAnswers(reader: Reader, scope: Scope, contactId: number): Promise<ShownAnswers[]> {
  return [
    ...(await listStored(reader, scope, 'contact_id', contactId)),
    ...(await listUnseen(reader, scope, (row) => sentData<AnswersCreate>(row).contact_id === contactId)),
  ];
}

/** What the payer of a gift answered while it was recorded; the gift by its number and its names in the outbox. */
export async function listAnswersOfGift(
  reader: Reader,
  scope: Scope,
  { id, entities }: { id: number | null; entities: readonly string[] }
): Promise<ShownAnswers[]> {
  return [
    ...(id === null ? [] : await listStored(reader, scope, 'bundle_id', id)),
    ...(await listUnseen(reader, scope, ({ entity }) => entities.includes(entity))),
  ];
}

async function listStored(
  reader: Reader,
  scope: Scope,
  column: 'contact_id' | 'bundle_id',
  id: number
): Promise<ShownAnswers[]> {
  const stored = await reader.all<Omit<ShownAnswers, 'answers' | 'state'> & { answers: string }>(
    `SELECT uuid, answered_at AS answeredAt, user_id AS userId, answers, ${nameOf('answers.user_id')} AS askedBy
     FROM answers WHERE scope_id = ?1 AND ${column} = ?2`,
    [scope.id, id]
  );
  return stored.map((each) => ({
    ...each,
    answers: JSON.parse(each.answers) as AnswersCreate['answers'],
    state: null,
  }));
}

/** Those of this phone that no download has returned. */
async function listUnseen(
  reader: Reader,
  scope: Scope,
  isWanted: (row: OutboxRow) => boolean
): Promise<ShownAnswers[]> {
  const me = await reader.get<{ name: string | null }>(`SELECT ${nameOf('?2')} AS name`, [
    scope.id,
    scope.userId,
  ]);
  const unseen: ShownAnswers[] = [];
  for (const row of (await listPending(reader, scope, ['answers_create'])).filter(isWanted)) {
    if (await hasAnswers(reader, scope, row.id)) continue;
    const { uuid, answered_at: answeredAt, answers } = sentData<AnswersCreate>(row);
    const askedBy = me?.name ?? null;
    unseen.push({ uuid, answeredAt, userId: scope.userId, askedBy, answers, state: row.state });
  }
  return unseen;
}

/** Whether the service has a place for answers; without it no question is asked. */
export async function acceptsAnswers(reader: Reader, scope: Scope): Promise<boolean> {
  const names = (await getFact(reader, scope, 'capabilities')) ?? [];
  return names.includes('answers') && names.includes('changes');
}
