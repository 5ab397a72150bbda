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

/**
 * What the payer of a gift answered, who is no contact yet. It waits for the gift, goes behind a version that replaces it, is
 * cancelled with it, and is sent with the number of its bundle.
 */
export function giftAnswersRow(answers: AnswersCreate, giftId: string, who: string | null): NewOutboxRow {
  // Checked with a number in the place of the one that sending fills in.
  AnswersCreateRequest.parse({ data: { ...answers, bundle_id: 1 } });
  return {
    id: answers.uuid,
    kind: 'answers_create',
    entity: entityOf('bundle', giftId),
    body: JSON.stringify({ data: answers }),
    bodyVersion: 1,
    base: { transactions: [{ delivery_token: giftId }] },
    ...(who === null ? {} : { who }),
  };
}
