import { type Service, serveReadLatest } from '../http/endpoint';
import { invalid } from '../http/problems';
import { listChanges, listNotHeld } from '../store/changes';
import { type FeedPosition, readPosition, writePosition } from '../store/feedPosition';

function readCursor(cursor: string): FeedPosition {
  const position = readPosition(cursor);
  if (!position) throw invalid('query/cursor', 'is not a cursor of this service');
  return position;
}

export function registerChanges(service: Service): void {
  serveReadLatest(service, 'listChanges', async (tx, caller, { query }) => {
    const { cursor, limit, hold } = query;
    const after = cursor === undefined ? null : readCursor(cursor);
    const refused = hold === undefined ? [] : await listNotHeld(tx, hold);
    if (refused.length > 0) throw invalid('query/hold', `the caller has no action ${refused.join(', ')}`);
    const { end, ...page } = await listChanges(tx, caller, after, { limit, hold });
    return { status: 'success', data: { ...page, cursor: writePosition(end) } };
  });
}
