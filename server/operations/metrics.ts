import { type FastifyReply, type FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

import { EXTENSION_HEADERS } from '@/contract/extensions';

import type { Service } from '../http/endpoint';
import { ProblemError } from '../http/problems';
import { registerDatabaseMetrics } from './databaseMetrics';

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
  const writes = new Counter({
    name: 'doorstep_writes_total',
    help: 'Authenticated writes below the limits: stored, repeated (was stored before), refused, or undecided (is sent again)',
    labelNames: ['route', 'result'],
    registers,
  });
  const limited = new Counter({
    name: 'doorstep_limited_requests_total',
    help: 'Requests above a limit (429)',
    labelNames: ['route'],
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
  return { registry, requests, writes, limited };
}

/** What the service decided about a write. A refusal is certain only if it returns the key. */
function resultOf(key: string | null, reply: FastifyReply): string {
  const { statusCode } = reply;
  const isCertain = key === null ? statusCode < 500 : reply.hasHeader(EXTENSION_HEADERS.idempotencyKey);
  if (!isCertain) return 'undecided';
  if (statusCode >= 400) return 'refused';
  return reply.hasHeader('idempotency-replayed') ? 'repeated' : 'stored';
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
export function registerMetrics(service: Service): Registry {
  const { app, database, callers } = service;
  const { registry, requests, writes, limited } = createRegistry();
  registerDatabaseMetrics(service, registry);

  app.addHook('onResponse', (request, reply, done) => {
    // The route pattern (/users/:id), not the URL, so that metrics contain no ids.
    const route = request.routeOptions.url ?? 'none';
    if (route !== METRICS_PATH) {
      const status = `${Math.floor(reply.statusCode / 100)}xx`;
      requests.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
      if (request.write) writes.inc({ route, result: resultOf(request.write.key, reply) });
      if (reply.statusCode === 429) limited.inc({ route });
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
