import { AnswersCreateRequest, type AnswersCreate } from '@/contract/answers';
import { type NewOutboxRow } from '@/db/outbox/outbox';
import { entityOf } from '@/domain/entity';

/** What a contact answered. Its uuid is the id of the row: however often it is sent, it is stored once. */
export function answersRow(answers: AnswersCreate, who: string): NewOutboxRow {
  return {
    id: answers.uuid,
    kind: 'answers_create',
    entity: entityOf('answers', answers.uuid),
    body: JSON.stringify(AnswersCreateRequest.parse({ data: answers })),
    bodyVersion: 1,
    who,
  };
}
