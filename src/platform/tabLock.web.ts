import { type TabLock } from './tabLock';

const lockName = 'doorstep-database';
const channelName = 'doorstep-ownership';
const takeOverMessage = 'take-over';

/** Holds the lock until the page is gone; the browser itself releases it, also after a crash. */
const never = new Promise<void>(() => undefined);

function request(options: LockOptions): Promise<boolean> {
  return new Promise((granted, fail) => {
    navigator.locks
      .request(lockName, options, (lock) => {
        granted(lock !== null);
        return lock === null ? undefined : never;
      })
      .catch(fail);
  });
}

/** A page that was just left lets go of its lock a moment after the next one begins. */
const letGoWithinMs = 2_000;
const askEveryMs = 100;

async function claimSoon(): Promise<boolean> {
  for (let waited = 0; waited < letGoWithinMs; waited += askEveryMs) {
    if (await request({ ifAvailable: true })) return true;
    await new Promise((done) => setTimeout(done, askEveryMs));
  }
  return false;
}

/**
 * The file behind SQLite in a browser can be open in one tab only, and stays open for as long as that tab's worker
 * lives. Web Locks choose the owner; a tab that gives way closes the database and reloads, which ends its worker.
 */
export async function acquireTabLock(letGo: () => Promise<void>): Promise<TabLock> {
  const channel = new BroadcastChannel(channelName);
  const giveWayWhenAsked = () => {
    const reload = () => window.location.reload();
    channel.onmessage = (event: MessageEvent<unknown>) => {
      if (event.data === takeOverMessage) letGo().then(reload, reload);
    };
  };
  if (await claimSoon()) {
    giveWayWhenAsked();
    return { kind: 'owner' };
  }
  return {
    kind: 'elsewhere',
    takeOver: async () => {
      // Asked for before the other tab is told, so that it finds the lock taken when it comes back.
      const granted = request({});
      channel.postMessage(takeOverMessage);
      await granted;
      giveWayWhenAsked();
    },
  };
}
