import type { FastifyInstance } from 'fastify';

import { type Endpoint, endpoints } from '@/contract/endpoints';

import type { Config } from '../config';
import { isServed } from './endpoint';
import { ProblemError, sendProblem } from './problems';

type Known = { pattern: RegExp; methods: string[] };

function knownPaths(config: Config): Known[] {
  const methods = new Map<string, string[]>();
  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    if (!isServed(config, endpoint)) continue;
    const known = methods.get(endpoint.path) ?? [];
    methods.set(endpoint.path, [...known, endpoint.method, ...(endpoint.method === 'GET' ? ['HEAD'] : [])]);
  }
  return [...methods].map(([path, allowed]) => ({
    pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`),
    methods: allowed,
  }));
}

/** Handles an unknown route: 405 with the allowed methods if the path exists, else 404. */
export function handleNotFound(app: FastifyInstance, config: Config, prefix: string): void {
  const known = knownPaths(config);
  app.setNotFoundHandler((request, reply) => {
    const path = (request.url.split('?')[0] ?? '').slice(prefix.length);
    const allowed = known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods);
    const error =
      allowed.length === 0
        ? new ProblemError('not_found')
        : new ProblemError('method_not_allowed', {}, { allow: [...new Set(allowed)].join(', ') });
    return sendProblem(request, reply, error);
  });
}
