import { applyContacts } from '@/db/contacts';
import { applyForms, listWantedForms, noteFormMissing } from '@/db/forms';
import { forgetWanted, listWantedContacts, noteContactMissing } from '@/db/wantedContacts';

import { ask, type Asked, type Stop } from './ask';
import type { SyncContext } from './context';

const batch = 50;

/**
 * Fetches the contacts that bundles and people refer to and that are not on the phone, a few at a time. Each is
 * stored as it comes, so that a kill loses none of them.
 */
export async function pullWantedContacts(context: SyncContext, signal: AbortSignal): Promise<Stop | null> {
  return pullWanted(context, 'contacts', listWantedContacts, fetchContact, signal);
}

/** The forms that cached contacts refer to. A service without the lookup answers 404 for each, once. */
export async function pullWantedForms(context: SyncContext, signal: AbortSignal): Promise<Stop | null> {
  return pullWanted(context, 'forms', listWantedForms, fetchForm, signal);
}

/** What fetching one record gives. */
export type Fetched = 'stored' | 'missing' | 'refused' | { stop: Stop };

/** Asks for one contact, now, and keeps it. */
export async function fetchContact(context: SyncContext, id: number, signal?: AbortSignal): Promise<Fetched> {
  const { store, scope, ports, transport } = context;
  const asked = await ask(transport, { endpoint: 'getContact', params: { id }, signal });
  if (asked.kind === 'read') {
    await store.write(async (tx) => {
      await applyContacts(tx, scope, [asked.value]);
      await forgetWanted(tx, scope, [id]);
    });
    return 'stored';
  }
  const fetched = notStored(asked);
  if (typeof fetched === 'string')
    await store.write((tx) => noteContactMissing(tx, scope, id, ports.clock.now()));
  return fetched;
}

async function fetchForm(context: SyncContext, id: number, signal?: AbortSignal): Promise<Fetched> {
  const { store, scope, ports, transport } = context;
  const asked = await ask(transport, { endpoint: 'getForm', params: { id }, signal });
  if (asked.kind === 'read') {
    await store.write((tx) => applyForms(tx, scope, [asked.value]));
    return 'stored';
  }
  const fetched = notStored(asked);
  if (typeof fetched === 'string')
    await store.write((tx) => noteFormMissing(tx, scope, id, ports.clock.now()));
  return fetched;
}

function notStored(asked: Exclude<Asked<unknown>, { kind: 'read' }>): Fetched {
  if (asked.kind === 'stopped') return { stop: asked.stop };
  return asked.kind === 'missing' ? 'missing' : 'refused';
}

type ListWanted = typeof listWantedContacts;

async function pullWanted(
  context: SyncContext,
  step: 'contacts' | 'forms',
  listWanted: ListWanted,
  fetchOne: typeof fetchContact,
  signal: AbortSignal
): Promise<Stop | null> {
  const { store, scope, policy, ports, report } = context;
  let done = 0;
  for (;;) {
    const wanted = await listWanted(store, scope, { limit: batch, now: ports.clock.now() });
    if (wanted.length === 0) return null;
    let stop: Stop | null = null;
    const work = async (): Promise<void> => {
      for (let id = wanted.pop(); id !== undefined && !stop; id = wanted.pop()) {
        const fetched = await fetchOne(context, id, signal);
        if (typeof fetched !== 'string') stop ??= fetched.stop;
        else report({ kind: 'pulling', step, done: ++done, total: null });
      }
    };
    await Promise.all(Array.from({ length: policy.contactsAtOnce }, work));
    if (stop) return stop;
  }
}
