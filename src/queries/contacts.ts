import { keepPreviousData } from '@tanstack/react-query';

import {
  countContacts,
  listContactAddresses,
  listContactLetters,
  listContactLines,
  listRecentPeople,
  searchContacts,
} from '@/db/contacts';
import { listForms } from '@/db/forms';
import { getContactView, listAddedContacts } from '@/db/outbox/pendingContacts';
import { listBundlesOfContact } from '@/db/outbox/pendingBundles';
import { listResidents } from '@/db/residents';
import { listTransactionStatuses } from '@/db/statuses';
import { getContactToFetch } from '@/db/pull/contactsToFetch';

import { tableQuery, type Source } from './query';

export const contactQueries = {
  count: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['contacts', scope.id, 'count'],
      tables: ['contacts'],
      queryFn: () => countContacts(store, scope),
    }),
  /** The first letters of the list, each with the place where it begins. */
  letters: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['contacts', scope.id, 'letters'],
      tables: ['contacts'],
      queryFn: () => listContactLetters(store, scope),
    }),
  /** Everyone on the phone whose name, mail, phone or town has the typed words. */
  search: ({ store, scope }: Source, words: string) =>
    tableQuery({
      queryKey: ['contacts', scope.id, 'search', words],
      tables: ['contacts', 'outbox'],
      queryFn: () => searchContacts(store, scope, words),
      // The rows of the previous letter stay until the new ones are read, so that nothing flickers.
      placeholderData: keepPreviousData,
      gcTime: 30_000,
    }),
  /** The last people of this phone. */
  recent: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['contacts', scope.id, 'recent'],
      tables: ['contacts', 'facts', 'outbox'],
      queryFn: () => store.read((reader) => listRecentPeople(reader, scope)),
    }),
  /** The addresses of everyone on the phone who may be visited. */
  addresses: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['contacts', scope.id, 'addresses'],
      tables: ['contacts'],
      queryFn: () => listContactAddresses(store, scope),
      gcTime: 0,
    }),
  /** The contacts with these numbers that are on the phone. */
  lines: ({ store, scope }: Source, ids: readonly number[]) =>
    tableQuery({
      queryKey: ['contacts', scope.id, 'lines', ids],
      tables: ['contacts', 'outbox'],
      queryFn: () => listContactLines(store, scope, ids),
    }),
  /** The contact with its unsent changes, and the result of its lookup on the service. */
  one: ({ store, scope }: Source, id: number) =>
    tableQuery({
      queryKey: ['contacts', scope.id, 'one', id],
      tables: ['contacts', 'contacts_to_fetch', 'outbox'],
      queryFn: () =>
        store.read(async (reader) => {
          const view = await getContactView(reader, scope, id);
          return {
            contact: view?.contact ?? null,
            pending: view?.pending ?? [],
            queued: await getContactToFetch(reader, scope, id),
          };
        }),
    }),
  /** What this phone added and no download has returned yet. */
  added: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['contacts', scope.id, 'added'],
      tables: ['contacts', 'outbox'],
      queryFn: () => store.read((reader) => listAddedContacts(reader, scope)),
    }),
  /** Who lives in the houses of an action. */
  residents: ({ store, scope }: Source, actionId: number, houses: readonly string[]) =>
    tableQuery({
      queryKey: ['contacts', scope.id, 'residents', actionId, houses],
      tables: ['contacts', 'outbox'],
      queryFn: () => listResidents(store, scope, houses),
    }),
  forms: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['contacts', scope.id, 'forms'],
      tables: ['forms'],
      queryFn: () => listForms(store, scope),
    }),
  /** The payments of a contact, sent or not. */
  given: ({ store, scope }: Source, id: number) =>
    tableQuery({
      queryKey: ['contacts', scope.id, 'given', id],
      tables: ['transaction_bundles', 'transaction_statuses', 'outbox'],
      queryFn: () =>
        store.read(async (reader) => ({
          bundles: await listBundlesOfContact(reader, scope, id),
          statuses: await listTransactionStatuses(reader, scope),
        })),
    }),
};
