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

/** Reads the feed to its end, after all older transactions have ended unless `waits` is false. */
export async function readFeed(
  service: TestService,
  token: string,
  from?: string,
  { limit = 1000, more = '', waits = true } = {}
): Promise<Read> {
  if (waits) await service.untilShown();
  const read: Read = { changes: [], cursor: from ?? '', buckets: [], restarted: [] };
  for (;;) {
    const cursor = read.cursor === '' ? '' : `&cursor=${read.cursor}`;
    const { body } = await service.call(token, 'GET', `/v1/changes?limit=${limit}${cursor}${more}`);
    read.changes.push(...body.data.changes);
    read.cursor = body.data.cursor;
    read.buckets = body.data.buckets;
    read.restarted.push(...body.data.restarted);
    if (!body.data.more) return read;
  }
}
