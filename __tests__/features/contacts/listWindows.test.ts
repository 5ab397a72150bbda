import { applyContacts, removeContacts } from '@/db/contacts';
import { indexDeferred } from '@/db/search/deferredIndex';
import { readWindows, type ListWindow } from '@/features/contacts/listWindows';

import { createTestRuntime } from '../support/runtime';

const nameOf = (place: number) => `Name${String(place).padStart(4, '0')}`;
const people = (surnames: readonly string[], firstId: number) =>
  surnames.map((surname, place) => ({ id: firstId + place, firstname: 'Ana', surname }));

async function setUp() {
  const { runtime, store, scope } = await createTestRuntime();
  const add = (surnames: readonly string[], firstId: number) =>
    store.write(async (tx) => {
      await applyContacts(tx, scope, people(surnames, firstId));
      await indexDeferred(tx, scope);
    });
  await add(
    Array.from({ length: 1_000 }, (_, place) => nameOf(place)),
    1
  );
  const remove = (ids: readonly number[]) => store.write((tx) => removeContacts(tx, scope, ids));
  return { windows: readWindows(runtime), add, remove };
}

const lineAt = ({ lines, from }: ListWindow, place: number) => lines[place - from];
/** The contact in the row with this key. */
const held = (list: ListWindow, key: number) => lineAt(list, key + list.shift)?.name;

describe('the row at the top of the screen', () => {
  test('keeps its contact while hundreds of rows are added and deleted before it', async () => {
    const { windows, add, remove } = await setUp();
    await windows.read(0);
    windows.show(540);
    const before = await windows.read(5);
    expect(held(before, 540)).toBe(`Ana ${nameOf(540)}`);

    await add(
      Array.from({ length: 700 }, (_, place) => `Aa${place}`),
      5_000
    );
    const after = await windows.read(5);
    expect(after).toMatchObject({ count: 1_700, shift: 700 });
    for (const key of [450, 540, 630]) expect(held(after, key)).toBe(`Ana ${nameOf(key)}`);

    await remove(Array.from({ length: 300 }, (_, place) => 5_000 + place));
    const fewer = await windows.read(12);
    expect(fewer).toMatchObject({ count: 1_400, shift: 400 });
    expect(held(fewer, 540)).toBe(`Ana ${nameOf(540)}`);
  });

  test('at the start of the list nothing is anchored: new first rows are shown', async () => {
    const { windows, add } = await setUp();
    await windows.read(0);
    windows.show(0);
    await add(['Aaron'], 5_000);
    const after = await windows.read(0);
    expect(after.shift).toBe(0);
    expect(lineAt(after, 0)?.name).toBe('Ana Aaron');
  });

  test('a deleted one is replaced by its neighbour', async () => {
    const { windows, remove } = await setUp();
    await windows.read(0);
    windows.show(120);
    await windows.read(1);
    await remove([121, 10]);
    const after = await windows.read(1);
    expect(after.shift).toBe(-1);
    expect(held(after, 120)).toBe(`Ana ${nameOf(121)}`);
  });

  test('a jump to a window that was not read yet reads it', async () => {
    const { windows } = await setUp();
    await windows.read(0);
    windows.show(900);
    const thrown = await windows.read(9);
    expect(lineAt(thrown, 900)?.name).toBe(`Ana ${nameOf(900)}`);
  });
});
