import { openEngine } from '@/platform/sqlite';

const key = 'ab'.repeat(32);

/** A fake of expo-sqlite that records statements, with or without a cipher. */
const mockNative = { statements: [] as string[], hasCipher: true, closed: 0 };

jest.mock('expo-sqlite', () => ({
  openDatabaseAsync: () =>
    Promise.resolve({
      execAsync: (sql: string) => {
        mockNative.statements.push(sql);
        return Promise.resolve();
      },
      getFirstAsync: (sql: string) => {
        mockNative.statements.push(sql);
        return Promise.resolve(mockNative.hasCipher ? { cipher_version: '4.7.0' } : null);
      },
      closeAsync: () => {
        mockNative.closed += 1;
        return Promise.resolve();
      },
    }),
}));

const isDevelopment = Object.getOwnPropertyDescriptor(globalThis, '__DEV__');
const build = (kind: 'development' | 'release') =>
  Object.defineProperty(globalThis, '__DEV__', {
    value: kind === 'development',
    configurable: true,
    writable: true,
  });

beforeEach(() => Object.assign(mockNative, { statements: [], hasCipher: true, closed: 0 }));
afterAll(() => isDevelopment && Object.defineProperty(globalThis, '__DEV__', isDevelopment));

it('sets the key before any other statement', async () => {
  build('release');
  const engine = await openEngine('doorstep.db', key);
  await engine.execute('SELECT 1');
  expect(mockNative.statements).toEqual([`PRAGMA key = "x'${key}'"`, 'PRAGMA cipher_version', 'SELECT 1']);
});

it('a released app without the cipher refuses to open a database', async () => {
  build('release');
  mockNative.hasCipher = false;
  await expect(openEngine('doorstep.db', key)).rejects.toMatchObject({ problem: 'not_encrypted' });
  expect(mockNative.closed).toBe(1);
});

it('a development build opens without the cipher', async () => {
  build('development');
  mockNative.hasCipher = false;
  await expect(openEngine('doorstep.db', key)).resolves.toBeDefined();
});
