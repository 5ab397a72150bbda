import type { Registry } from 'prom-client';

import type { Service } from '../http/endpoint';
import { pageHeaders } from '../html/html';
import { renderDocs } from './docsPage';
import { registerMetrics } from './metrics';
import { buildOpenApi } from './openapi';

/** Serves the OpenAPI document, its page and the metrics. Returns the metrics, for more of them. */
export function registerOperations(service: Service, version: string): Registry {
  const { app } = service;
  // Built on the first request: it is slow, and most processes never serve it.
  let built: { json: string; page: string } | null = null;
  const documents = () => {
    if (built) return built;
    const document = buildOpenApi(version);
    return (built = { json: JSON.stringify(document), page: renderDocs(document) });
  };

  app.get('/api/openapi.json', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(documents().json)
  );
  app.get('/api/docs', (_request, reply) =>
    reply
      .headers(pageHeaders())
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(documents().page)
  );
  return registerMetrics(service);
}
