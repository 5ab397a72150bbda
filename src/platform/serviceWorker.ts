/** Native apps carry their code with them; only the web app needs a worker to open without a network. */
export function registerServiceWorker(_onWaiting: (activate: () => void) => void): void {}
