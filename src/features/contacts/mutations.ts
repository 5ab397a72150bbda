import { addContactsToFetch } from '@/db/contactsToFetch';
import { type OnlineFailure } from '@/domain/online';
import { type Runtime } from '@/features/shared/runtime';

/** Queues the download of a contact that is not on the phone. */
export async function queueFetch(
  { store, scope }: Pick<Runtime, 'store' | 'scope'>,
  id: number
): Promise<void> {
  await store.write((tx) => addContactsToFetch(tx, scope, [id]));
}

/** Looks up a person beyond one's own: the service records it, and the contact can then be downloaded. */
export async function lookUpContact(
  { online, newId }: Pick<Runtime, 'online' | 'newId'>,
  id: number
): Promise<'found' | OnlineFailure> {
  const result = await online.write({
    endpoint: 'lookUpContact',
    params: { id },
    body: { data: {} },
    key: newId(),
  });
  if (result.kind === 'written') return 'found';
  return result.kind === 'offline' || result.kind === 'not_now' ? result.kind : 'refused';
}
