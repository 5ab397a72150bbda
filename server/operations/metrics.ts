import { type FastifyReply, type FastifyRequest } from 'fastify';
import { Gauge, Histogram, Registry } from 'prom-client';

import type { Service } from '../http/endpoint';
import { ProblemError } from '../http/problems';
import { getFeedLag } from '../store/changes';

const METRICS_PATH = '/metrics';
const MEGABYTE = 1024 * 1024;

function createRegistry() {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'doorstep_request_seconds',
    help: 'Duration of requests by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  new Gauge({
    name: 'doorstep_memory_megabytes',
    help: 'Memory of this process',
    labelNames: ['kind'],
    registers,
    collect() {
      const { rss, heapUsed } = process.memoryUsage();
      this.set({ kind: 'resident' }, rss / MEGABYTE);
      this.set({ kind: 'heap' }, heapUsed / MEGABYTE);
    },
  });
  new Gauge({
    name: 'doorstep_cpu_seconds',
    help: 'Processor time of this process since it started',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.set((user + system) / 1e6);
    },
  });
  new Gauge({
    name: 'doorstep_uptime_seconds',
    help: 'Time since this process started',
    registers,
    collect() {
      this.set(process.uptime());
    },
  });
  return { registry, requests };
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * Whether the caller is on this machine. A forwarded request is not local: behind a proxy on the same machine, every
 * caller has a local address.
 */
function isLocal(request: FastifyRequest): boolean {
  const { headers, raw } = request;
  const isForwarded = Object.keys(headers).some(
    (name) => name === 'forwarded' || name.startsWith('x-forwarded-')
  );
  return !isForwarded && LOOPBACK.has(raw.socket.remoteAddress ?? '');
}

/** Serves request metrics in the Prometheus format to callers on this machine and to admins; 404 for others. */
export function registerMetrics({ app, database, callers }: Service): Registry {
  const { registry, requests } = createRegistry();
  new Gauge({
    name: 'doorstep_feed_lag_seconds',
    help: 'How long the feed of changes has waited for the oldest transaction that writes',
    registers: [registry],
    async collect() {
      this.set(await database.asOwner(getFeedLag));
    },
  });

  app.addHook('onResponse', (request, reply, done) => {
    // The route pattern (/users/:id), not the URL, so that metrics contain no ids.
    const route = request.routeOptions.url ?? 'none';
    if (route !== METRICS_PATH) {
      const status = `${Math.floor(reply.statusCode / 100)}xx`;
      requests.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
    }
    done();
  });

  async function isAdmin(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    if (request.headers.authorization === undefined) return false;
    const known = await callers.authenticate(request, reply);
    const { roleType } = await callers.run(known, (caller) =>
      database.read(caller, () => Promise.resolve(caller))
    );
    return roleType === 'admin' || roleType === 'superadmin';
  }

  app.get(METRICS_PATH, async (request, reply) => {
    if (!isLocal(request) && !(await isAdmin(request, reply))) throw new ProblemError('not_found');
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
  return registry;
}
