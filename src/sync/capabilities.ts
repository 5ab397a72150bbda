import { EXTENSIONS, type ExtensionName } from '@/contract/extensions';
import { getFact, setFact } from '@/db/facts';

import { ask, type Stop } from './ask';
import type { SyncContext } from './context';

const factKey = 'capabilities';

export type Capabilities = ReadonlySet<ExtensionName>;

/** What the service was last heard to have. Nothing heard yet counts as nothing had: slower, never unsafe. */
export async function getCapabilities({
  store,
  scope,
}: Pick<SyncContext, 'store' | 'scope'>): Promise<Capabilities> {
  const names = (await getFact<string[]>(store, scope, factKey)) ?? [];
  return new Set(EXTENSIONS.filter((name) => names.includes(name)));
}

/** Asks the service what it has. A service without the endpoint has only the interface. */
export async function learnCapabilities(context: SyncContext, signal: AbortSignal): Promise<Stop | null> {
  const { store, scope, transport } = context;
  const asked = await ask(transport, { endpoint: 'getHealth', signal });
  if (asked.kind === 'stopped') return asked.stop;
  const heard = asked.kind === 'read' ? (asked.value.extensions ?? []) : [];
  const known = await getCapabilities(context);
  const isSame =
    heard.length === known.size && EXTENSIONS.every((name) => known.has(name) === heard.includes(name));
  if (!isSame) await store.write((tx) => setFact(tx, scope, factKey, heard));
  return null;
}
