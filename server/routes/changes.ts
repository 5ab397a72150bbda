import { Counter, type Registry } from 'prom-client';

import { type Service, serveRead, serveSettled } from '../http/endpoint';
import { invalid } from '../http/problems';
import { listActionSizes, listChanges } from '../store/changes';
import { FeedNews } from '../store/feedNews';
import { type FeedPosition, readPosition, writePosition } from '../store/feedPosition';

function readCursor(cursor: string): FeedPosition {
  const position = readPosition(cursor);
  if (!position) throw invalid('query/cursor', 'is not a cursor of this service');
  return position;
}

export function registerChanges(service: Service, metrics: Registry): void {
  const news = new FeedNews(service.database);
  const polls = new Counter({
    name: 'doorstep_feed_polls_total',
    help: 'Pages of the feed, answered from memory or read from the database',
    labelNames: ['from'],
    registers: [metrics],
  });
  serveRead(service, 'listActionSizes', async (tx) => ({
    status: 'success',
    data: await listActionSizes(tx),
  }));
  serveSettled(
    service,
    'listChanges',
    () => news.mark(),
    async (tx, caller, { query }, { horizon, mark }) => {
      const { cursor, limit, hold } = query;
      const after = cursor === undefined ? null : readCursor(cursor);
      const { end, epoch, ...page } = await listChanges(tx, caller, after, { limit, hold, horizon });
      const next = writePosition(end);
      if (!page.more) news.store(caller, { cursor: next, buckets: page.buckets, epoch, horizon }, hold, mark);
      return { status: 'success', data: { ...page, position: `${epoch}.${horizon}`, cursor: next } };
    },
    async (caller, { query }) => {
      const end = await news.find(caller, query.cursor, query.hold);
      polls.inc({ from: end ? 'memory' : 'database' });
      if (!end) return null;
      const { cursor, buckets, epoch, horizon } = end;
      const page = { changes: [], more: false, buckets: [...buckets], restarted: [] };
      return { status: 'success', data: { ...page, position: `${epoch}.${horizon}`, cursor } };
    }
  );
}
