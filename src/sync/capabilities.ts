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
  const names = (await getFact(store, scope, factKey)) ?? [];
  return new Set(EXTENSIONS.filter((name) => names.includes(name)));
}

/** The space that requests name, where the service can be told it. */
export type NamedSpace = { get: () => Promise<number | null>; stop: () => void };

/**
 * Remembers what `getCapabilities` says of it until a fact changes: a request would otherwise wait for its turn behind
 * the very write that it is meant to go on beside.
 */
export function watchNamedSpace({ store, scope }: Pick<SyncContext, 'store' | 'scope'>): NamedSpace {
  let known: Promise<number | null> | null = null;
  const forget = () => {
    known = null;
  };
  const read = async () => ((await getCapabilities({ store, scope })).has('space') ? scope.spaceId : null);
  const stop = store.onTablesChanged((tables) => {
    if (tables.has('facts')) forget();
  });
  const get = () =>
    (known ??= read().catch((failure: unknown) => {
      forget();
      throw failure;
    }));
  return { get, stop };
}

/** So many unreadable answers in a row are how the service is, and no accident of the wire. */
const mostDoubts = 3;

/**
 * Asks the service what it has. A service without the endpoint has only the interface. Something else in its place (a
 * firewall's refusal, half an answer) says nothing: what was heard before stays, and where nothing was heard yet the
 * round ends, since an edit sent without If-Match could undo somebody's work. `doubts` counts such answers.
 */
export async function learnCapabilities(
  context: SyncContext,
  doubts: { count: number },
  signal: AbortSignal
): Promise<Stop | null> {
  const { store, scope, transport } = context;
  const asked = await ask(transport, { endpoint: 'getHealth', signal });
  if (asked.kind === 'stopped') return asked.stop;
  const isClear = asked.kind === 'read' || asked.kind === 'missing';
  doubts.count = isClear ? 0 : doubts.count + 1;
  const known = await getFact(store, scope, factKey);
  if (!isClear && known !== null) return null;
  if (!isClear && doubts.count < mostDoubts) return { kind: 'service_trouble' };

  const heard = asked.kind === 'read' ? (asked.value.extensions ?? []) : [];
  const isSame =
    known !== null &&
    heard.length === known.length &&
    EXTENSIONS.every((name) => known.includes(name) === heard.includes(name));
  if (!isSame) await store.write((tx) => setFact(tx, scope, factKey, heard));
  return null;
}
