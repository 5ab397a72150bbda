import { DeviceEventEmitter, Linking } from 'react-native';

import { sharedText } from '@/platform/sharedText';
import { redirectSystemPath } from '@/shell/nativeIntent';

type Payload = { value: string; shareType: string };
const mockPhone = { payloads: [] as Payload[], hasExtension: true };

jest.mock('expo-sharing', () => ({
  getSharedPayloads: () => {
    if (!mockPhone.hasExtension) throw new Error('no app group');
    return mockPhone.payloads;
  },
  clearSharedPayloads: () => {
    mockPhone.payloads = [];
  },
}));

it('returns shared text once, and text only', () => {
  mockPhone.payloads = [
    { value: 'ana@example.org', shareType: 'text' },
    { value: 'file:///photo.jpg', shareType: 'image' },
  ];
  expect(sharedText?.take()).toBe('ana@example.org');
  expect(sharedText?.take()).toBe('');
});

it('is empty in a build without the share extension', () => {
  mockPhone.hasExtension = false;
  expect(sharedText?.take()).toBe('');
  mockPhone.hasExtension = true;
});

it('reports new text while the app runs, and not a join link', () => {
  const arrived = jest.fn();
  const handlers: ((event: { url: string }) => void)[] = [];
  const listening = jest.spyOn(Linking, 'addEventListener').mockImplementation((_type, handler) => {
    handlers.push(handler);
    return DeviceEventEmitter.addListener('url', handler);
  });
  const stop = sharedText?.onArrival(arrived);
  for (const url of ['doorstep://join#base_url=x', 'doorstep://expo-sharing'])
    for (const handler of handlers) handler({ url });
  expect(arrived).toHaveBeenCalledTimes(1);
  stop?.();
  listening.mockRestore();
});

it('opens the invitations; other URLs are unchanged', () => {
  expect(redirectSystemPath({ path: 'doorstep://expo-sharing', initial: true })).toBe('/people/invite');
  for (const path of [
    'doorstep://join#base_url=https%3A%2F%2Fone.example%2Fapi',
    '/people',
    'https://one.example/join',
  ])
    expect(redirectSystemPath({ path, initial: true })).toBe(path);
});
