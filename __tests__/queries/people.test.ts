import { QueryClient } from '@tanstack/react-query';

import { applyUsers } from '@/db/users';
import { peopleQueries } from '@/queries/people';

import { createTestRuntime } from '../features/support/runtime';

const filter = { words: '', roleId: null, team: null, descending: false };

it('reads a long list of people by windows, without a gap or a repeat, in both directions', async () => {
  const { runtime, store, scope } = await createTestRuntime();
  const people = Array.from({ length: 250 }, (_, place) => ({
    id: place + 1,
    firstname: 'Ana',
    // Many share a name: the number distinguishes them.
    surname: `Name${String(place % 7)}`,
  }));
  await store.write((tx) => applyUsers(tx, scope, people));
  const client = new QueryClient();
  const read = async (descending: boolean) => {
    const { pages } = await client.fetchInfiniteQuery({
      ...peopleQueries.list(runtime, { ...filter, descending }),
      pages: 3,
    });
    return { sizes: pages.map((page) => page.length), ids: pages.flat().map(({ id }) => id) };
  };
  const up = await read(false);
  const down = await read(true);
  expect(up.sizes).toEqual([100, 100, 50]);
  expect(new Set(up.ids).size).toBe(250);
  expect(down.ids).toEqual([...up.ids].reverse());
  client.clear();
});
