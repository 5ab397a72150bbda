import { acceptsAnswers, listAnswers } from '@/db/answers';
import { listForms } from '@/db/forms';

import { tableQuery, type Source } from './query';

export const answerQueries = {
  ofContact: ({ store, scope }: Source, contactId: number) =>
    tableQuery({
      queryKey: ['answers', scope.id, 'ofContact', contactId],
      tables: ['answers', 'outbox', 'users'],
      queryFn: () => store.read((reader) => listAnswers(reader, scope, contactId)),
    }),
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
