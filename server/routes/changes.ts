import { type Service, serveRead } from '../http/endpoint';
import { invalid } from '../http/problems';
import { listChanges } from '../store/changes';
import { type FeedPosition, readPosition, writePosition } from '../store/feedPosition';

function readCursor(cursor: string): FeedPosition {
  const position = readPosition(cursor);
  if (!position) throw invalid('query/cursor', 'is not a cursor of this service');
  return position;
}

export function registerChanges(service: Service): void {
  serveRead(service, 'listChanges', async (tx, caller, { query }) => {
    const after = query.cursor === undefined ? null : readCursor(query.cursor);
    const { end, ...page } = await listChanges(tx, caller, after, query.limit);
    return { status: 'success', data: { ...page, cursor: writePosition(end) } };
  });
}
