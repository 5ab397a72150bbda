import { type Install } from './install';

/** Only Chromium has it, so it is not among the types of the browser. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
  userChoice: Promise<unknown>;
}

let prompt: InstallPrompt | null = null;
const listeners = new Set<() => void>();

function setPrompt(next: InstallPrompt | null): void {
  prompt = next;
  for (const listener of listeners) listener();
}

// The browser sends it once, soon after the page is loaded, which is before any screen listens.
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  setPrompt(event as InstallPrompt);
});
window.addEventListener('appinstalled', () => setPrompt(null));

const isInstalled = () =>
  window.matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

/** Safari has this property; on a Mac, which has no touch screen, the steps are others. */
const isMobileSafari = () => 'standalone' in navigator && navigator.maxTouchPoints > 0;

export const install: Install | null = {
  way: () => {
    if (isInstalled()) return null;
    if (prompt !== null) return 'dialog';
    return isMobileSafari() ? 'steps' : null;
  },
  subscribe: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  ask: async () => {
    const asking = prompt;
    if (asking === null) return;
    await asking.prompt();
    await asking.userChoice;
    // The browser opens it once only.
    setPrompt(null);
  },
};
