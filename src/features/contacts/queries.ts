import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { listBundlesOfContact } from '@/db/outbox/pendingBundles';
import {
  countContacts,
  getContact,
  listContactLetters,
  listContactLines,
  searchContacts,
} from '@/db/contacts';
import { listForms } from '@/db/forms';
import { listTransactionStatuses } from '@/db/statuses';
import { getWantedContact } from '@/db/wantedContacts';
import { type Runtime } from '@/features/shared/runtime';

import { type ListWindows } from './windows';

type Source = Pick<Runtime, 'store' | 'scope'>;

/** Keys begin with `contacts`, which contacts, forms, bundles, statuses and the outbox make stale. */
export const contactQueries = {
  count: ({ store, scope }: Source) =>
    queryOptions({ queryKey: ['contacts', scope.id, 'count'], queryFn: () => countContacts(store, scope) }),
  /** The lines around a window of the list. */
  stretch: ({ scope }: Source, stretches: ListWindows, window: number) =>
    queryOptions({
      queryKey: ['contacts', scope.id, 'stretch', window],
      queryFn: () => stretches.read(window),
      placeholderData: keepPreviousData,
      // A stretch is true of one moment: an old one would put the rows back where they were.
      gcTime: 0,
    }),
  letters: ({ store, scope }: Source) =>
    queryOptions({
      queryKey: ['contacts', scope.id, 'letters'],
      queryFn: () => listContactLetters(store, scope),
    }),
  search: ({ store, scope }: Source, words: string) =>
    queryOptions({
      queryKey: ['contacts', scope.id, 'search', words],
      queryFn: () => searchContacts(store, scope, words),
      // While the next letter is looked up, the answer to the last one stays.
      placeholderData: keepPreviousData,
      gcTime: 30_000,
    }),
  line: ({ store, scope }: Source, id: number | null) =>
    queryOptions({
      queryKey: ['contacts', scope.id, 'line', id],
      queryFn: async () => (id === null ? null : ((await listContactLines(store, scope, [id]))[0] ?? null)),
    }),
  one: ({ store, scope }: Source, id: number) =>
    queryOptions({
      queryKey: ['contacts', scope.id, 'one', id],
      queryFn: () =>
        store.read(async (reader) => ({
          contact: await getContact(reader, scope, id),
          wanted: await getWantedContact(reader, scope, id),
        })),
    }),
  forms: ({ store, scope }: Source) =>
    queryOptions({ queryKey: ['contacts', scope.id, 'forms'], queryFn: () => listForms(store, scope) }),
  given: ({ store, scope }: Source, id: number) =>
    queryOptions({
      queryKey: ['contacts', scope.id, 'given', id],
      queryFn: () =>
        store.read(async (reader) => ({
          bundles: await listBundlesOfContact(reader, scope, id),
          statuses: await listTransactionStatuses(reader, scope),
        })),
    }),
};
