import { enterLookedUp, leaveLookedUp } from '@/db/pull/buckets';
import { applyContacts } from '@/db/contacts';
import { getCursor } from '@/db/pull/cursors';
import { applyForms, listFormsToFetch, markFormMissing } from '@/db/forms';
import { removeContactsToFetch, listContactsToFetch, markContactMissing } from '@/db/pull/contactsToFetch';
import type { Reader } from '@/db/store';
import { dayOf } from '@/domain/day';

import { readResource, type ReadResult, type StopReason } from './readResource';
import type { SyncContext } from './context';
import { changesCursor } from './pullChanges';

const batchSize = 50;

/**
 * Fetches the contacts that bundles and people refer to and that are not on the phone, a few in parallel. Each
 * is stored when it arrives.
 */
export async function fetchMissingContacts(
  context: SyncContext,
  signal: AbortSignal
): Promise<StopReason | null> {
  return fetchMissing(context, 'contacts', listContactsToFetch, fetchContact, signal);
}

/** Fetches the forms that cached contacts refer to. A service without forms returns 404 once for each. */
export async function fetchMissingForms(
  context: SyncContext,
  signal: AbortSignal
): Promise<StopReason | null> {
  return fetchMissing(context, 'forms', listFormsToFetch, fetchForm, signal);
}

/** The result of fetching one record. `movedTo`: it was merged into the record with this number, which is stored. */
export type FetchResult = 'stored' | 'missing' | 'refused' | { movedTo: number } | { stop: StopReason };

/** How often a contact is fetched while the feed brings changes. */
const maxFetches = 3;

/**
 * Fetches and stores one contact. A response is discarded if the feed has brought changes since the request: the contact
 * may be among them as deleted.
 */
export async function fetchContact(
  context: SyncContext,
  id: number,
  signal?: AbortSignal
): Promise<FetchResult> {
  const { store, scope, ports, transport } = context;
  const readCursor = async (reader: Reader) => JSON.stringify(await getCursor(reader, scope, changesCursor));
  for (let fetches = 0; fetches < maxFetches; fetches += 1) {
    const cursor = await readCursor(store);
    const result = await readResource(transport, { endpoint: 'getContact', params: { id }, signal });
    if (result.kind !== 'read') {
      const fetched = fetchResultOf(result);
      if (typeof fetched === 'string')
        await store.write(async (tx) => {
          await markContactMissing(tx, scope, id, ports.clock.now());
          if (fetched === 'missing') await leaveLookedUp(tx, scope, id);
        });
      return fetched;
    }
    const isStored = await store.write(async (tx) => {
      if ((await readCursor(tx)) !== cursor) return false;
      await applyContacts(tx, scope, [result.value]);
      await removeContactsToFetch(tx, scope, [id]);
      // Without a feed there are no buckets, and nothing deletes what is in none of them.
      if (cursor !== 'null') await enterLookedUp(tx, scope, result.value.id, dayOf(ports.clock.now()));
      if (result.value.id !== id) await leaveLookedUp(tx, scope, id);
      return true;
    });
    if (isStored) return result.value.id === id ? 'stored' : { movedTo: result.value.id };
  }
  await store.write((tx) => markContactMissing(tx, scope, id, ports.clock.now()));
  return 'refused';
}

async function fetchForm(context: SyncContext, id: number, signal?: AbortSignal): Promise<FetchResult> {
  const { store, scope, ports, transport } = context;
  const result = await readResource(transport, { endpoint: 'getForm', params: { id }, signal });
  if (result.kind === 'read') {
    await store.write((tx) => applyForms(tx, scope, [result.value]));
    return 'stored';
  }
  const fetched = fetchResultOf(result);
  if (typeof fetched === 'string')
    await store.write((tx) => markFormMissing(tx, scope, id, ports.clock.now()));
  return fetched;
}

function fetchResultOf(
  result: Exclude<ReadResult<unknown>, { kind: 'read' }>
): Exclude<FetchResult, { movedTo: number }> {
  if (result.kind === 'stopped') return { stop: result.stop };
  return result.kind === 'missing' ? 'missing' : 'refused';
}

async function fetchMissing(
  context: SyncContext,
  step: 'contacts' | 'forms',
  listMissing: typeof listContactsToFetch,
  fetchOne: typeof fetchContact,
  signal: AbortSignal
): Promise<StopReason | null> {
  const { store, scope, config, ports, report } = context;
  let done = 0;
  for (;;) {
    const missing = await listMissing(store, scope, { limit: batchSize, now: ports.clock.now() });
    if (missing.length === 0) return null;
    let stop: StopReason | null = null;
    const work = async (): Promise<void> => {
      for (let id = missing.pop(); id !== undefined && !stop; id = missing.pop()) {
        const fetched = await fetchOne(context, id, signal);
        if (typeof fetched === 'object' && 'stop' in fetched) stop ??= fetched.stop;
        else report({ kind: 'pulling', step, done: ++done, total: null });
      }
    };
    await Promise.all(Array.from({ length: config.parallelFetches }, work));
    if (stop) return stop;
  }
}
