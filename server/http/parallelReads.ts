import type { FastifyInstance } from 'fastify';

import { type EndpointName, endpoints } from '@/contract/endpoints';

import { ProblemError } from './problems';

/** Lists that are sent whole: each may take a connection and much memory for seconds. */
const WHOLE: readonly EndpointName[] = ['listUsers', 'listActions', 'listTeams', 'listPublicTeams'];
const AT_A_TIME = 2;
const WAITING = 20;

type Queue = { running: number; readonly waiting: (() => void)[] };

/** Runs few of these reads of one person at a time, so that one person cannot use up the connections of all. */
export function limitParallelReads(app: FastifyInstance, prefix: string): void {
  const paths = new Set(WHOLE.map((name) => `${prefix}${endpoints[name].path}`));
  const queues = new Map<number, Queue>();

  app.addHook('preHandler', async (request, reply) => {
    const { caller, method } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    if (!caller || !isRead || !paths.has(request.routeOptions.url ?? '')) return;
    const { userId } = caller;
    const queue = queues.get(userId) ?? { running: 0, waiting: [] };
    queues.set(userId, queue);
    if (queue.running >= AT_A_TIME) {
      if (queue.waiting.length >= WAITING)
        throw new ProblemError('too_many_requests', {}, { 'retry-after': '1' });
      await new Promise<void>((resolve) => queue.waiting.push(resolve));
    } else queue.running += 1;
    const release = () => {
      // The next one takes over this place.
      const next = queue.waiting.shift();
      if (next) return next();
      queue.running -= 1;
      if (queue.running === 0) queues.delete(userId);
    };
    // Also when the client is gone before the response.
    if (reply.raw.destroyed || reply.raw.writableEnded) release();
    else reply.raw.once('close', release);
  });
}
