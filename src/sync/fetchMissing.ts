import { applyContacts } from '@/db/contacts';
import { applyForms, listFormsToFetch, markFormMissing } from '@/db/forms';
import { removeContactsToFetch, listContactsToFetch, markContactMissing } from '@/db/contactsToFetch';

import { readResource, type ReadResult, type StopReason } from './readResource';
import type { SyncContext } from './context';

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

/** The result of fetching one record. */
export type FetchResult = 'stored' | 'missing' | 'refused' | { stop: StopReason };

/** Fetches and stores one contact. */
export async function fetchContact(
  context: SyncContext,
  id: number,
  signal?: AbortSignal
): Promise<FetchResult> {
  const { store, scope, ports, transport } = context;
  const result = await readResource(transport, { endpoint: 'getContact', params: { id }, signal });
  if (result.kind === 'read') {
    await store.write(async (tx) => {
      await applyContacts(tx, scope, [result.value]);
      await removeContactsToFetch(tx, scope, [id]);
    });
    return 'stored';
  }
  const fetched = fetchResultOf(result);
  if (typeof fetched === 'string')
    await store.write((tx) => markContactMissing(tx, scope, id, ports.clock.now()));
  return fetched;
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

function fetchResultOf(result: Exclude<ReadResult<unknown>, { kind: 'read' }>): FetchResult {
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
        if (typeof fetched !== 'string') stop ??= fetched.stop;
        else report({ kind: 'pulling', step, done: ++done, total: null });
      }
    };
    await Promise.all(Array.from({ length: config.parallelFetches }, work));
    if (stop) return stop;
  }
}
