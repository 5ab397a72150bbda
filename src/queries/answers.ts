import { acceptsAnswers, listAnswers, listAnswersOfGift } from '@/db/answers';
import { listForms } from '@/db/forms';

import { type BundleView } from '@/db/outbox/pendingBundles';
import { entityOf } from '@/domain/entity';

import { tableQuery, type Source } from './query';

export const answerQueries = {
  ofContact: ({ store, scope }: Source, contactId: number) =>
    tableQuery({
      queryKey: ['answers', scope.id, 'ofContact', contactId],
      tables: ['answers', 'outbox', 'users'],
      queryFn: () => store.read((reader) => listAnswers(reader, scope, contactId)),
    }),
  /** Of the payer of a gift, who may be no contact yet. */
  ofGift: ({ store, scope }: Source, { entity, id, bundle, pending }: BundleView) => {
    // Until the phone has its number, a gift is named by its row, which is the token of the payment.
    const names = [
      ...bundle.transactions.map(({ delivery_token: token }) => token),
      ...pending.filter(({ kind }) => kind === 'bundle_create').map(({ serverId }) => serverId),
    ];
    const entities = [entity, ...names.flatMap((name) => (name ? entityOf('bundle', name) : []))];
    return tableQuery({
      queryKey: ['answers', scope.id, 'ofGift', id, ...entities],
      tables: ['answers', 'outbox', 'users'],
      queryFn: () => store.read((reader) => listAnswersOfGift(reader, scope, { id, entities })),
    });
  },
  /** All questions of the space, and whether the service has a place for answers. */
  questions: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['answers', scope.id, 'questions'],
      tables: ['forms', 'facts'],
      queryFn: () =>
        store.read(async (reader) => ({
          forms: await listForms(reader, scope),
          isAccepted: await acceptsAnswers(reader, scope),
        })),
    }),
};
