/** Compares the database with what was saved, and every phone with the database. */
import type { TestSpace } from '../server/harness';
import type { Book } from './book';
import type { Cluster } from './cluster';
import type { Phone } from './phones';

/** The last line of a run. */
export type Summary = {
  acked: number;
  lost: number;
  doubled: number;
  skipped_changes: number;
  restarted_feeds: number;
  longest_gap_ms: number;
};

export const isClean = (summary: Summary): boolean =>
  summary.lost + summary.doubled + summary.skipped_changes + summary.restarted_feeds === 0;

type Stored = { id: string; token: string; amount: string };

/** Gifts that were saved, and acknowledged changes of contacts, that the database does not have; and gifts it has twice. */
export async function judgeStored(
  cluster: Pick<Cluster, 'query'>,
  space: TestSpace,
  book: Book
): Promise<{ lost: string[]; doubled: string[] }> {
  const rows = await cluster.query<Stored>(
    'SELECT bundle_id AS id, delivery_token AS token, amount FROM transactions WHERE group_id = $1',
    [space.groupId]
  );
  const tokens = new Set(rows.map(({ token }) => token));
  const lost = [...book.saved].filter((key) => !tokens.has(key));
  const surnames = await readSurnames(cluster, space);
  for (const [id, surname] of book.surnames)
    if (surnames.get(id) !== surname) lost.push(`contact ${id}: "${surname}"`);
  return {
    lost,
    doubled: [...repeats(rows.map(({ token }) => token)), ...repeats(rows.map(({ amount }) => amount))],
  };
}

function repeats(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const isRepeat = seen.has(value);
    seen.add(value);
    return isRepeat;
  });
}

async function readSurnames(cluster: Pick<Cluster, 'query'>, space: TestSpace): Promise<Map<number, string>> {
  const rows = await cluster.query<{ id: string; surname: string }>(
    'SELECT id, surname FROM contacts WHERE group_id = $1',
    [space.groupId]
  );
  return new Map(rows.map(({ id, surname }) => [Number(id), surname]));
}

/** Compares a database that was restored to a point in time with what was acknowledged before it, and begun after it. */
export function judgeRestored(
  restored: ReadonlySet<string>,
  acked: ReadonlySet<string>,
  begunAfter: readonly string[]
): { missing: string[]; later: string[] } {
  return {
    missing: [...acked].filter((key) => !restored.has(key)),
    later: begunAfter.filter((key) => restored.has(key)),
  };
}

/** What the database has and the feed has not delivered to a phone. */
export async function judgeFeed(
  cluster: Pick<Cluster, 'query'>,
  space: TestSpace,
  phone: Phone
): Promise<string[]> {
  const [bundles, contacts] = [await phone.listBundles(), await phone.readSurnames()];
  const rows = await cluster.query<{ id: string }>('SELECT id FROM transaction_bundles WHERE group_id = $1', [
    space.groupId,
  ]);
  const skipped = rows.filter(({ id }) => !bundles.has(Number(id))).map(({ id }) => `bundle ${id}`);
  for (const [id, surname] of await readSurnames(cluster, space))
    if (contacts.get(id) !== surname) skipped.push(`contact ${id}: "${contacts.get(id)}" for "${surname}"`);
  return skipped;
}
