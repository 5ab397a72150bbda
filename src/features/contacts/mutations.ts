import { addContactsToFetch } from '@/db/contactsToFetch';
import { type Runtime } from '@/features/shared/runtime';

/** Queues the download of a contact that is not on the phone. */
export async function queueFetch(
  { store, scope }: Pick<Runtime, 'store' | 'scope'>,
  id: number
): Promise<void> {
  await store.write((tx) => addContactsToFetch(tx, scope, [id]));
}
