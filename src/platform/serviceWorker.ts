/** Only the web app needs a service worker to start offline. */
export function registerServiceWorker(_onWaiting: (activate: () => void) => void): void {}
