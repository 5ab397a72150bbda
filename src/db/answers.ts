import { type Answers, type AnswersCreate } from '@/contract/answers';

import { insertMany, removeByIds, replaceWhereDifferent, type BulkInsert } from './bulk';
import { getFact } from './facts';
import { listPending, sentData } from './outbox/pending';
import { type OutboxRow } from './outbox/row';
import { type Scope } from './scopes';
import { type Reader, type Transaction } from './store';

const columns = ['uuid', 'contact_id', 'answered_at', 'user_id', 'answers'];

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

/** What a contact answered at one time. */
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
  const stored = await reader.all<Omit<ShownAnswers, 'answers' | 'state'> & { answers: string }>(
    `SELECT uuid, answered_at AS answeredAt, user_id AS userId, answers, ${nameOf('answers.user_id')} AS askedBy
     FROM answers WHERE scope_id = ?1 AND contact_id = ?2`,
    [scope.id, contactId]
  );
  const me = await reader.get<{ name: string | null }>(`SELECT ${nameOf('?2')} AS name`, [
    scope.id,
    scope.userId,
  ]);
  const pending = await listPending(reader, scope, ['answers_create']);
  const unseen = [];
  for (const row of pending) if (!(await hasAnswers(reader, scope, row.id))) unseen.push(row);
  return [
    ...stored.map((each) => ({
      ...each,
      answers: JSON.parse(each.answers) as AnswersCreate['answers'],
      state: null,
    })),
    ...unseen.flatMap((row) => {
      const given = sentData<AnswersCreate>(row);
      if (given.contact_id !== contactId) return [];
      const { uuid, answered_at: answeredAt, answers } = given;
      return [
        { uuid, answeredAt, userId: scope.userId, askedBy: me?.name ?? null, answers, state: row.state },
      ];
    }),
  ];
}

/** Whether the service has a place for answers; without it no question is asked. */
export async function acceptsAnswers(reader: Reader, scope: Scope): Promise<boolean> {
  const names = (await getFact(reader, scope, 'capabilities')) ?? [];
  return names.includes('answers') && names.includes('changes');
}
