/** Registers the worker that holds the build, so that the app opens with the network off. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator) || process.env.NODE_ENV !== 'production') return;
  navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch((error: unknown) => {
    // The app works without it while there is a network; what is lost is the cold start offline.
    console.warn('The offline worker could not be registered.', error instanceof Error ? error.name : '');
  });
}
