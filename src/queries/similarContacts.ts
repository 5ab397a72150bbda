import { listSimilarContacts } from '@/db/similarContacts';

import { tableQuery, type Source } from './query';

/** The contacts on this phone who are like a person whom somebody typed. */
export const similarContactsQuery = (
  { store, scope }: Source,
  person: Parameters<typeof listSimilarContacts>[2]
) =>
  tableQuery({
    queryKey: ['contacts', scope.id, 'similar', JSON.stringify(person)],
    tables: ['contacts', 'outbox'],
    queryFn: () => store.read((reader) => listSimilarContacts(reader, scope, person)),
    gcTime: 0,
  });
