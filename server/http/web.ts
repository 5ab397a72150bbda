import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** Files whose names hold a hash of their content never change. */
const HASHED = /[.-][0-9a-f]{8,}\.[\w.]+$/i;
const A_YEAR = 'public, max-age=31536000, immutable';

/**
 * What the app may load. Its database is WebAssembly in a worker; the isolation headers give it shared memory,
 * and require-corp is the form that Safari knows too. `connect-src` is open because a person may sign in to any
 * service of the interface.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https:",
  "font-src 'self' data:",
  "connect-src 'self' https: http:",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves the web app at /. Navigations to any of its screens get its one page; the app routes by itself. */
export async function serveWeb(app: FastifyInstance, webRoot: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: path.resolve(webRoot),
    wildcard: false,
    index: ['index.html'],
    cacheControl: false,
    // The build lays a well compressed copy beside each file.
    preCompressed: true,
    setHeaders: (response, file) => {
      response.setHeader('cache-control', HASHED.test(path.basename(file)) ? A_YEAR : 'no-cache');
    },
  });
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': CONTENT_SECURITY_POLICY,
    });
  });
  app.setNotFoundHandler((request, reply) => {
    const isNavigation =
      (request.method === 'GET' || request.method === 'HEAD') &&
      (request.headers['sec-fetch-mode'] === 'navigate' ||
        (request.headers.accept ?? '').includes('text/html'));
    const asked = request.url.split('?')[0] ?? '/';
    const page = [`${asked}.html`, '/index.html'].find((name) => isFile(webRoot, name));
    if (!isNavigation || page === undefined) return reply.code(404).type('text/plain').send('Not found');
    return reply.header('cache-control', 'no-cache').sendFile(page.slice(1));
  });
}

/** Only names that cannot lead out of the folder are looked for. */
function isFile(webRoot: string, name: string): boolean {
  return /^(\/[\w-]+)+\.html$/.test(name) && existsSync(path.join(webRoot, name));
}
