// First: with it comes what fetches a part of the app.
import 'expo';
import { ctx } from 'expo-router/_ctx';
import { matchRoutes } from './matchRoutes';

const load = async (file: string): Promise<unknown> => ctx(file);

/** Whatever cannot be fetched now is asked for again by the router, when it draws the screen. */
const loadAll = (files: readonly string[]) => Promise.allSettled(files.map(load));

/**
 * The screen that the address bar asks for, on its way before the router itself has started. A screen that is there when
 * it is drawn takes its place at once; for one that comes later React leaves the place empty, and for 300 ms at least.
 */
export const firstScreen = loadAll(matchRoutes(window.location.pathname, ctx.keys()));

/** The other screens, one after the other while nothing else is to be done. Answers the way to stop. */
export function prefetchRoutes(): () => void {
  let isStopped = false;
  const goOn = async () => {
    for (const file of ctx.keys()) {
      await new Promise<void>((done) => whenIdle(done));
      if (isStopped) return;
      await loadAll([file]);
    }
  };
  void goOn();
  return () => {
    isStopped = true;
  };
}

/** Safari knows no idle moments. */
function whenIdle(call: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(call);
  else setTimeout(call, 200);
}
