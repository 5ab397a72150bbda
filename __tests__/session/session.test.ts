import { identityOf } from '@/session/session';

const session = { accessToken: 'token', refresh: null, revoked: false, userId: 1, spaceId: 10 };
const serviceOf = (baseUrl: string) => identityOf({ ...session, baseUrl }).service;

test.each(['https://Org.example/api', 'HTTPS://org.example/api/', 'https://org.example:443/api'])(
  '%s is the same service however it is typed: its unsent records are in one scope',
  (typed) => {
    expect(serviceOf(typed)).toBe('https://org.example/api');
  }
);

test('a service of its own is one at another path or port', () => {
  expect(serviceOf('https://org.example/API')).toBe('https://org.example/API');
  expect(serviceOf('https://org.example:8443/api')).toBe('https://org.example:8443/api');
});
