import { EXTENSIONS, type ExtensionName } from '@/contract/extensions';
import { getFact, setFact } from '@/db/facts';

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
  const names = (await getFact<string[]>(store, scope, factKey)) ?? [];
  return new Set(EXTENSIONS.filter((name) => names.includes(name)));
}

/** The space named in requests; null where the service does not support that. */
export type SpaceHeader = { get: () => Promise<number | null>; stop: () => void };

/**
 * Caches the space header until a stored value changes. Otherwise a request would wait for the write that runs
 * beside it.
 */
export function cacheSpaceHeader({ store, scope }: Pick<SyncContext, 'store' | 'scope'>): SpaceHeader {
  let cached: Promise<number | null> | null = null;
  const invalidate = () => {
    cached = null;
  };
  const read = async () => ((await getCapabilities({ store, scope })).has('space') ? scope.spaceId : null);
  const unsubscribe = store.onTablesChanged((tables) => {
    if (tables.has('facts')) invalidate();
  });
  const get = () =>
    (cached ??= read().catch((failure: unknown) => {
      invalidate();
      throw failure;
    }));
  return { get, stop: unsubscribe };
}

/** After this many unreadable responses in a row the service counts as one without capabilities. */
const maxUnclearResponses = 3;

/**
 * Requests the capabilities of the service. A 404 means that it has none. Any other response (a refusal by a
 * firewall, a truncated body) is unclear: the stored capabilities stay, and without stored ones the round ends,
 * because an edit sent without If-Match could overwrite the work of another user. `unclear` counts such
 * responses.
 */
export async function fetchCapabilities(
  context: SyncContext,
  unclear: { count: number },
  signal: AbortSignal
): Promise<StopReason | null> {
  const { store, scope, transport } = context;
  const result = await readResource(transport, { endpoint: 'getHealth', signal });
  if (result.kind === 'stopped') return result.stop;
  const isClear = result.kind === 'read' || result.kind === 'missing';
  unclear.count = isClear ? 0 : unclear.count + 1;
  const stored = await getFact<string[]>(store, scope, factKey);
  if (!isClear && stored !== null) return null;
  if (!isClear && unclear.count < maxUnclearResponses) return { kind: 'service_trouble' };

  const announced = result.kind === 'read' ? (result.value.extensions ?? []) : [];
  const isSame =
    stored !== null &&
    announced.length === stored.length &&
    EXTENSIONS.every((name) => stored.includes(name) === announced.includes(name));
  if (!isSame) await store.write((tx) => setFact(tx, scope, factKey, announced));
  return null;
}
