const HOUR_MS = 3_600_000;

/**
 * Registers the worker that holds the build, so that the app opens with the network off. A newer build is fetched
 * beside the running one and waits: `onWaiting` is told how to go over to it. One that cannot be fetched whole is
 * dropped by the browser, and the running one stays.
 */
export function registerServiceWorker(onWaiting: (activate: () => void) => void): void {
  if (!('serviceWorker' in navigator) || process.env.NODE_ENV !== 'production') return;
  const { serviceWorker } = navigator;

  const watch = (registration: ServiceWorkerRegistration) => {
    const offer = () => {
      // Without a controller this is the first build ever, and there is nothing to go over from.
      if (registration.waiting === null || serviceWorker.controller === null) return;
      onWaiting(() => {
        serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true });
        registration.waiting?.postMessage({ type: 'SKIP_WAITING' });
      });
    };
    offer();
    registration.addEventListener('updatefound', () => {
      registration.installing?.addEventListener('statechange', offer);
    });
    lookNowAndThen(registration);
  };
  // The app works without it while there is a network; what is lost is the cold start offline, and that is reported.
  serviceWorker.register('/sw.js', { updateViaCache: 'none' }).then(watch).catch(reportError);
}

/** An installed app may stay open for weeks: it looks for a newer build when it comes to the front. */
function lookNowAndThen(registration: ServiceWorkerRegistration): void {
  let lookedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Math.abs(Date.now() - lookedAt) < HOUR_MS) return;
    lookedAt = Date.now();
    // Without a signal there is nothing to learn; the next time will do.
    registration.update().catch(() => undefined);
  });
}
