import { deflateRawSync, inflateRawSync } from 'node:zlib';

import { z } from 'zod';

import { CHANGE_KINDS, type ChangeKind } from '@/contract/changes';

/** Where a reader is in one bucket: after this change. Changes are ordered by number, kind, id and bucket. */
export type FeedPoint = { readonly number: number; readonly kind: ChangeKind; readonly id: number };

/**
 * Where a reader is in one bucket that it began to read at the horizon `since`. What left the bucket before, it never had; this
 * matters as long as the reader is before it.
 */
export type BucketPoint = FeedPoint & { readonly since: number };

/** Where a reader is in each of its buckets. */
export type FeedPosition = {
  readonly epoch: string;
  readonly view: string;
  readonly points: ReadonlyMap<string, BucketPoint>;
};

/** Before every change. */
export const START: FeedPoint = { number: 0, kind: CHANGE_KINDS[0], id: 0 };

function isBefore(one: FeedPoint, other: FeedPoint): boolean {
  if (one.number !== other.number) return one.number < other.number;
  const kinds = CHANGE_KINDS.indexOf(one.kind) - CHANGE_KINDS.indexOf(other.kind);
  return kinds === 0 ? one.id < other.id : kinds < 0;
}

/**
 * The points after a page that ends with `last`. All buckets were read up to it, because a page is ordered across buckets; of
 * the same record in a bucket behind `last`, the next page is still to come.
 */
export function advance(
  points: ReadonlyMap<string, BucketPoint>,
  last: (FeedPoint & { bucket: string }) | undefined
): Map<string, BucketPoint> {
  if (!last) return new Map(points);
  const { number, kind, id } = last;
  const read: FeedPoint = { number, kind, id };
  const unread: FeedPoint = { number, kind, id: id - 1 };
  return new Map(
    [...points].map(([bucket, point]) => {
      const reached = bucket <= last.bucket ? read : unread;
      if (!isBefore(point, reached)) return [bucket, point];
      return [bucket, { ...reached, since: point.since > number ? point.since : 0 }];
    })
  );
}

/** The most characters of a position before it is compressed: that of some thousand buckets. */
const LONGEST = 1_000_000;

/** Buckets that are equally far share one point: a reader that is up to date has one. */
const Written = z.object({
  epoch: z.string(),
  view: z.string(),
  points: z.array(
    z.tuple([
      z.int().min(0),
      z
        .int()
        .min(0)
        .max(CHANGE_KINDS.length - 1),
      z.int().min(-1),
      z.int().min(0),
      z.array(z.string()),
    ])
  ),
});

export function writePosition({ epoch, view, points }: FeedPosition): string {
  const groups = new Map<string, z.input<typeof Written>['points'][number]>();
  for (const [bucket, { number, kind, id, since }] of points) {
    const key = `${number} ${kind} ${id} ${since}`;
    const group = groups.get(key) ?? [number, CHANGE_KINDS.indexOf(kind), id, since, []];
    group[4].push(bucket);
    groups.set(key, group);
  }
  const written: z.input<typeof Written> = { epoch, view, points: [...groups.values()] };
  return deflateRawSync(JSON.stringify(written)).toString('base64url');
}

/** Null if the text is no position of this service. */
export function readPosition(text: string): FeedPosition | null {
  try {
    const { epoch, view, points } = Written.parse(
      JSON.parse(
        inflateRawSync(Buffer.from(text, 'base64url'), { maxOutputLength: LONGEST }).toString('utf8')
      )
    );
    return {
      epoch,
      view,
      points: new Map(
        points.flatMap(([number, kind, id, since, buckets]) =>
          buckets.map((bucket) => [
            bucket,
            { number, kind: CHANGE_KINDS[kind] ?? CHANGE_KINDS[0], id, since },
          ])
        )
      ),
    };
  } catch {
    return null;
  }
}
