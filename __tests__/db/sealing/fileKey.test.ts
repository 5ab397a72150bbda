import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareFileKey, type StoreFiles, type StoreKeys } from '@/db/sealing/fileKey';

const name = 'doorstep.db';
const now = Date.parse('2026-11-14T10:00:00Z');

/** A folder on the disk and a keychain in memory. */
async function createPhone() {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-sealed-'));
  const chain = { key: null as string | null, made: 0 };
  const keys: StoreKeys = {
    get: () => Promise.resolve(chain.key),
    set: (key) => {
      chain.key = key;
      return Promise.resolve();
    },
    make: () => String((chain.made += 1)).padStart(64, '0'),
  };
  const moves: string[] = [];
  const files: StoreFiles = {
    list: () => readdir(folder),
    move: async (from, to) => {
      await rename(join(folder, from), join(folder, to));
      moves.push(from);
    },
  };
  return {
    chain,
    keys,
    files,
    moves,
    write: (file: string, text: string) => writeFile(join(folder, file), text),
    read: (file: string) => readFile(join(folder, file), 'utf8'),
    list: async () => (await readdir(folder)).sort(),
    remove: () => rm(folder, { recursive: true }),
  };
}

type Phone = Awaited<ReturnType<typeof createPhone>>;

describe('the key of the file', () => {
  let phone: Phone;
  beforeEach(async () => {
    phone = await createPhone();
  });
  afterEach(() => phone.remove());
  const prepare = (over: { keys?: Partial<StoreKeys>; files?: Partial<StoreFiles> } = {}) =>
    prepareFileKey(name, { ...phone.keys, ...over.keys }, { ...phone.files, ...over.files }, now);

  test('is created once, stored before it is used, and found again', async () => {
    const first = await prepare();
    expect(phone.chain.key).toBe(first.key);
    await phone.write(name, 'records');
    const second = await prepare();
    expect(second).toEqual({ key: first.key, quarantined: [] });
    expect(phone.chain.made).toBe(1);
    expect(await phone.list()).toEqual([name]);
  });

  test('missing next to a file: the file is quarantined under another name, never overwritten, and reported', async () => {
    for (const file of [name, `${name}-wal`, `${name}-shm`]) await phone.write(file, `old ${file}`);
    const { key, quarantined } = await prepare();
    expect(key).toBe(phone.chain.key);
    expect(quarantined).toEqual(['quarantined-2026-11-14T10-00-00-000Z-doorstep.db']);
    expect(await phone.list()).toHaveLength(3);
    expect(await phone.read(quarantined[0] ?? '')).toBe(`old ${name}`);
    expect(await phone.read(`${quarantined[0]}-wal`)).toBe(`old ${name}-wal`);
    // It is reported at every start, because the person may not have seen the message.
    expect((await prepare()).quarantined).toEqual(quarantined);
  });

  test('a process that dies while a file is quarantined finds it again, and no empty one in its place', async () => {
    for (const file of [name, `${name}-wal`]) await phone.write(file, `old ${file}`);
    const dies = async (from: string, to: string) => {
      if (phone.moves.length === 1) throw new Error('killed');
      await phone.files.move(from, to);
    };
    await expect(prepare({ files: { move: dies } })).rejects.toThrow('killed');
    expect(phone.chain.key).toBeNull();
    expect(await phone.read(name)).toBe(`old ${name}`);
    const { quarantined } = await prepare();
    expect(quarantined).toHaveLength(1);
    expect(await phone.list()).toHaveLength(2);
  });

  test('an unavailable keychain is not a missing key: nothing is changed, nothing is created', async () => {
    await phone.write(name, 'records');
    const locked = { get: () => Promise.reject(new Error('locked since the start')) };
    await expect(prepare({ keys: locked })).rejects.toMatchObject({ kind: 'no_key' });
    expect(await phone.list()).toEqual([name]);
    expect(phone.chain.made).toBe(0);
  });

  test('a key that was not stored is never used', async () => {
    await expect(prepare({ keys: { set: () => Promise.resolve() } })).rejects.toMatchObject({
      kind: 'no_key',
    });
    await expect(prepare({ keys: { set: () => Promise.reject(new Error('full')) } })).rejects.toMatchObject({
      kind: 'no_key',
    });
  });
});
