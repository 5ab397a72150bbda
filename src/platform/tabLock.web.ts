import { type TabLock } from './tabLock';

const lockName = 'doorstep-database';
const channelName = 'doorstep-ownership';
const takeOverMessage = 'take-over';

/** Holds the lock until the page is closed; the browser releases it, also after a crash. */
const never = new Promise<void>(() => undefined);

function request(options: LockOptions): Promise<boolean> {
  return new Promise((granted, fail) => {
    navigator.locks
      .request(lockName, options, (lock) => {
        granted(lock !== null);
        return lock === null ? undefined : never;
      })
      .catch((failure: unknown) =>
        options.signal?.aborted === true ? granted(false) : fail(failure as Error)
      );
  });
}

const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** A tab that does not release the lock by then is frozen, or runs another program. */
const takeOverMs = 10_000;
/** Less than the above: a tab whose database does not close reloads, which ends its worker. */
const closeMs = 5_000;

/** After a reload the previous page releases its lock a little later. */
const waitMs = 2_000;
const retryEveryMs = 100;

async function requestWithRetry(): Promise<boolean> {
  for (let waited = 0; waited < waitMs; waited += retryEveryMs) {
    if (await request({ ifAvailable: true })) return true;
    await sleep(retryEveryMs);
  }
  return false;
}

/**
 * A browser allows SQLite's file to be open in one tab only, until that tab's worker ends. A Web Lock decides which tab;
 * a tab that gives the lock up closes the database and reloads, which ends its worker. Only a press takes the lock over:
 * two open tabs never exchange it automatically.
 */
export async function acquireTabLock(close: () => Promise<void>): Promise<TabLock> {
  const channel = new BroadcastChannel(channelName);
  const releaseOnRequest = () => {
    const reload = () => window.location.reload();
    channel.onmessage = (event: MessageEvent<unknown>) => {
      if (event.data === takeOverMessage) Promise.race([close(), sleep(closeMs)]).then(reload, reload);
    };
  };
  if (await requestWithRetry()) {
    releaseOnRequest();
    return { kind: 'acquired' };
  }
  return {
    kind: 'held_by_other_tab',
    takeOver: async () => {
      // Requested before the message, so that this tab is first in the queue when the other one reloads.
      const granted = request({ signal: AbortSignal.timeout(takeOverMs) });
      channel.postMessage(takeOverMessage);
      if (!(await granted)) return false;
      releaseOnRequest();
      return true;
    },
  };
}
