import { type Install } from '@/platform/install';

/** Loads the port of the web in a page with these properties. */
function openPage({ isStandalone = false, safari = {} as { standalone?: boolean }, touchPoints = 5 } = {}) {
  const handlers = new Map<string, (event: unknown) => void>();
  const page = {
    addEventListener: (name: string, handler: (event: unknown) => void) => handlers.set(name, handler),
    matchMedia: (query: string) => ({ matches: isStandalone && query === '(display-mode: standalone)' }),
  };
  Object.assign(globalThis, { window: page, navigator: { maxTouchPoints: touchPoints, ...safari } });
  jest.resetModules();
  const { install: port } = jest.requireActual<{ install: Install }>('@/platform/install.web');
  const send = (name: string, event: object = {}) => handlers.get(name)?.(event);
  return { port, send };
}

const { window, navigator } = globalThis;
afterEach(() => Object.assign(globalThis, { window, navigator }));

const prompt = () => ({
  preventDefault: jest.fn(),
  prompt: jest.fn(() => Promise.resolve()),
  userChoice: Promise.resolve({ outcome: 'dismissed' }),
});

it('keeps the prompt of Chromium until the app asks, and uses it once', async () => {
  const { port, send } = openPage();
  const heard = jest.fn();
  const stop = port.subscribe(heard);
  expect(port.way()).toBeNull();
  const event = prompt();
  send('beforeinstallprompt', event);
  expect(event.preventDefault).toHaveBeenCalledTimes(1);
  expect([port.way(), heard.mock.calls.length]).toEqual(['dialog', 1]);
  await port.ask();
  expect([port.way(), heard.mock.calls.length]).toEqual([null, 2]);
  await port.ask();
  expect(event.prompt).toHaveBeenCalledTimes(1);
  stop();
  send('beforeinstallprompt', prompt());
  expect(heard).toHaveBeenCalledTimes(2);
  send('appinstalled');
  expect(port.way()).toBeNull();
});

it('is not offered in the installed app', () => {
  const { port, send } = openPage({ isStandalone: true });
  send('beforeinstallprompt', prompt());
  expect(port.way()).toBeNull();
  expect(openPage({ safari: { standalone: true } }).port.way()).toBeNull();
});

it('is done by the person in Safari on a phone, and not on a Mac', () => {
  expect(openPage({ safari: { standalone: false } }).port.way()).toBe('steps');
  expect(openPage({ safari: { standalone: false }, touchPoints: 0 }).port.way()).toBeNull();
});
