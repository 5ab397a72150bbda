/** Registers the worker that holds the build, so that the app opens with the network off. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator) || process.env.NODE_ENV !== 'production') return;
  // The app works without it while there is a network; what is lost is the cold start offline, and that is reported.
  navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(reportError);
}
