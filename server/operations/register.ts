import type { Service } from '../http/endpoint';
import { pageHeaders } from '../html/html';
import { renderDocs } from './docsPage';
import { registerMetrics } from './metrics';
import { buildOpenApi } from './openapi';

/** What an operator and a developer need beside the interface: its description, and how it fares. */
export function registerOperations(service: Service, version: string): void {
  const { app } = service;
  // Made when first asked for: describing every schema takes a while, and most processes are never asked.
  let made: { json: string; page: string } | null = null;
  const documents = () => {
    if (made) return made;
    const document = buildOpenApi(version);
    return (made = { json: JSON.stringify(document), page: renderDocs(document) });
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
  registerMetrics(service);
}
