const HOUR_MS = 3_600_000;

/**
 * Registers the service worker that caches the build, so that the app starts offline. A newer build is downloaded and
 * waits: `onWaiting` receives the function that activates it. The browser discards an incomplete download.
 */
export function registerServiceWorker(onWaiting: (activate: () => void) => void): void {
  if (!('serviceWorker' in navigator) || process.env.NODE_ENV !== 'production') return;
  const { serviceWorker } = navigator;

  const watch = (registration: ServiceWorkerRegistration) => {
    const offer = () => {
      // Without a controller this is the first installation, not an update.
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
    checkForUpdates(registration);
  };
  // Without the worker the app still works online, but does not start offline.
  serviceWorker.register('/sw.js', { updateViaCache: 'none' }).then(watch).catch(reportError);
}

/** An installed app may stay open for weeks, so it checks for a newer build when it becomes visible. */
function checkForUpdates(registration: ServiceWorkerRegistration): void {
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Math.abs(Date.now() - checkedAt) < HOUR_MS) return;
    checkedAt = Date.now();
    registration.update().catch(() => undefined);
  });
}
