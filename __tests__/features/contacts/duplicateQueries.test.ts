import { PAGE_MAXIMUM } from '@/contract/primitives';
import { duplicateQueries } from '@/features/contacts/duplicates/queries';

import { onlineWith } from '../support/online';

type Query = { limit: number; offset: number };

/** A service with so many pairs that refuses a page that is too large. */
function partsWith(total: number) {
  const asked: Query[] = [];
  const read = ({ query }: { query: Query }) => {
    asked.push(query);
    if (query.limit < 1 || query.limit > PAGE_MAXIMUM) return Promise.resolve({ kind: 'refused' });
    const size = Math.max(0, Math.min(query.limit, total - query.offset));
    const good = Array.from({ length: size }, (_, place) => ({ one: { id: query.offset + place } }));
    return Promise.resolve({ kind: 'read', value: { good, bad: [], total }, etag: null });
  };
  const parts = { scope: { id: 1, userId: 1, spaceId: 1, service: '' }, online: onlineWith({ read }) };
  return { parts, asked };
}

it.each([
  [50, 2_500, 50, 1],
  [1_050, 2_500, 1_050, 2],
  [2_050, 2_010, 2_010, 3],
  [1_050, 900, 900, 1],
])('shows the first %i of %i pairs', async (limit, total, shown, requests) => {
  const { parts, asked } = partsWith(total);
  const result = await duplicateQueries.list(parts, limit).queryFn();
  expect(result).toMatchObject({ kind: 'read', total });
  const pairs = result.kind === 'read' ? result.pairs : [];
  expect(pairs.map(({ one }) => one.id)).toEqual(Array.from({ length: shown }, (_, place) => place));
  expect(asked).toHaveLength(requests);
});
