import type { ChangeKind } from '@/contract/changes';

import type { TestService } from './harness';

export type Change = {
  bucket: string;
  kind: ChangeKind;
  id: number;
  deleted?: true;
  record?: Record<string, unknown>;
};
type Read = { changes: Change[]; cursor: string; buckets: string[]; restarted: string[] };

/** Reads the feed to its end, in at most so many requests, after all older transactions have ended unless `waits` is false. */
export async function readFeed(
  service: TestService,
  token: string,
  from?: string,
  { limit = 1000, more = '', waits = true, most = 2_000 } = {}
): Promise<Read> {
  if (waits) await service.untilShown();
  const read: Read = { changes: [], cursor: from ?? '', buckets: [], restarted: [] };
  for (let requests = 0; requests < most; requests += 1) {
    const cursor = read.cursor === '' ? '' : `&cursor=${read.cursor}`;
    const { body } = await service.call(token, 'GET', `/v1/changes?limit=${limit}${cursor}${more}`);
    read.changes.push(...body.data.changes);
    read.cursor = body.data.cursor;
    read.buckets = body.data.buckets;
    read.restarted.push(...body.data.restarted);
    if (!body.data.more) return read;
  }
  throw new Error(`the feed has no end after ${most} requests`);
}
