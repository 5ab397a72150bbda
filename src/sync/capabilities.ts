import { EXTENSIONS, type ExtensionName } from '@/contract/extensions';
import { getFact, setFact } from '@/db/facts';
import { countAsSentWithoutKey } from '@/db/outbox/lookups';

import { readResource, type StopReason } from './readResource';
import type { SyncContext } from './context';

const factKey = 'capabilities';

export type Capabilities = ReadonlySet<ExtensionName>;

/**
 * The capabilities that the service announced last. Without an announcement there are none: slower, never
 * unsafe.
 */
export async function getCapabilities({
  store,
  scope,
}: Pick<SyncContext, 'store' | 'scope'>): Promise<Capabilities> {
  const names = (await getFact(store, scope, factKey)) ?? [];
  return new Set(EXTENSIONS.filter((name) => names.includes(name)));
}

/** The capabilities for requests. */
export type CachedCapabilities = { get: () => Promise<Capabilities>; stop: () => void };

/** Caches the capabilities until a stored value changes. Otherwise a request would wait for the write beside it. */
export function cacheCapabilities({
  store,
  scope,
}: Pick<SyncContext, 'store' | 'scope'>): CachedCapabilities {
  let cached: Promise<Capabilities> | null = null;
  const invalidate = () => {
    cached = null;
  };
  const unsubscribe = store.onTablesChanged((tables) => {
    if (tables.has('facts')) invalidate();
  });
  const get = () =>
    (cached ??= getCapabilities({ store, scope }).catch((failure: unknown) => {
      invalidate();
      throw failure;
    }));
  return { get, stop: unsubscribe };
}

/** After this many unreadable responses in a row the service counts as one without capabilities. */
const maxUnclearResponses = 3;

/**
 * Requests the capabilities of the service. A 404 or a response without a list of extensions means that it has none. Any
 * other response (a refusal by a firewall, a truncated body) is unclear: the stored capabilities stay, and without stored
 * ones the round ends, because an edit sent without If-Match could overwrite the work of another user. `unclear` counts
 * such responses. `isRequired`: a row may be sent again under its key only if the service still knows keys, so the round
 * ends too; after three unclear responses the stored capabilities count.
 */
export async function fetchCapabilities(
  context: SyncContext,
  { unclear, isRequired }: { unclear: { count: number }; isRequired: boolean },
  signal: AbortSignal
): Promise<StopReason | null> {
  const { store, scope, transport } = context;
  const result = await readResource(transport, { endpoint: 'getHealth', signal });
  if (result.kind === 'stopped') return result.stop;
  const stored = await getFact(store, scope, factKey);
  const announced = result.kind === 'read' ? result.value.extensions : undefined;
  const isMissing = result.kind === 'missing' || (result.kind === 'read' && announced === undefined);
  // A service that had capabilities does not lose them by one such response: a proxy or a portal sends that too.
  const isClear = announced !== undefined || (isMissing && (stored ?? []).length === 0);
  unclear.count = isClear ? 0 : unclear.count + 1;
  const isLimit = unclear.count >= maxUnclearResponses;
  if (!isClear && !isLimit && (stored === null || isRequired)) return { kind: 'service_trouble' };
  if (!isClear && stored !== null && !(isMissing && isLimit)) return null;

  const names = announced ?? [];
  const isSame =
    stored !== null &&
    names.length === stored.length &&
    EXTENSIONS.every((name) => stored.includes(name) === names.includes(name));
  if (isSame) return null;
  await store.write(async (tx) => {
    await setFact(tx, scope, factKey, names);
    if (!names.includes('idempotency_key')) await countAsSentWithoutKey(tx, scope);
  });
  return null;
}
