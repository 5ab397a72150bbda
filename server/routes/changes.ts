import { z } from 'zod';

import { CHANGE_KINDS } from '@/contract/changes';

import { type Service, serveRead } from '../http/endpoint';
import { invalid } from '../http/problems';
import { type Position, listChanges } from '../store/changes';

const PositionSchema = z.object({
  epoch: z.string(),
  view: z.string(),
  xid: z.string().regex(/^\d{1,20}$/),
  kind: z.enum(CHANGE_KINDS),
  id: z.int().min(0),
});

function writeCursor(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

function readCursor(cursor: string): Position {
  const result = z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue('not JSON');
        return z.NEVER;
      }
    })
    .pipe(PositionSchema)
    .safeParse(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (!result.success) throw invalid('query/cursor', 'is not a cursor of this service');
  return result.data;
}

export function registerChanges(service: Service): void {
  serveRead(service, 'listChanges', async (tx, caller, { query }) => {
    const after = query.cursor === undefined ? null : readCursor(query.cursor);
    const { end, ...page } = await listChanges(tx, caller, after, query.limit);
    return { status: 'success', data: { ...page, cursor: writeCursor(end) } };
  });
}
