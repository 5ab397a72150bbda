// First: it installs the loader of async chunks.
import 'expo';
import { ctx } from 'expo-router/_ctx';
import { matchRoutes } from './matchRoutes';

const load = async (file: string): Promise<unknown> => ctx(file);

/** Failures are ignored: the router loads the file again when it renders the screen. */
const loadAll = (files: readonly string[]) => Promise.allSettled(files.map(load));

/**
 * Loads the screen of the current URL before the router starts. A screen that arrives after the first render shows an
 * empty page for at least 300 ms, because React throttles Suspense.
 */
export const firstScreen = loadAll(matchRoutes(window.location.pathname, ctx.keys()));

/** Loads the other screens one by one while the browser is idle. Returns a function that stops it. */
export function prefetchRoutes(): () => void {
  let isStopped = false;
  const run = async () => {
    for (const file of ctx.keys()) {
      await new Promise<void>((done) => whenIdle(done));
      if (isStopped) return;
      await loadAll([file]);
    }
  };
  void run();
  return () => {
    isStopped = true;
  };
}

/** Safari has no requestIdleCallback. */
function whenIdle(call: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(call);
  else setTimeout(call, 200);
}
