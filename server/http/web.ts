import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { stat } from 'node:fs/promises';
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

/**
 * Serves the web app at /. Navigations to any of its screens get its one page; the app routes by itself. What is there
 * is looked up anew for every request: a build that takes the place of the one before it is served from then on.
 */
export async function serveWeb(app: FastifyInstance, webRoot: string): Promise<void> {
  const root = path.resolve(webRoot);
  await app.register(fastifyStatic, {
    root,
    serve: false,
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
  // Not a route for everything: that would take what is unknown under /api away from its own answer.
  app.setNotFoundHandler(async (request, reply) => {
    for (const name of namesFor(request)) {
      if (await isFile(path.join(root, name))) return reply.sendFile(name);
    }
    return reply.code(404).type('text/plain').send('Not found');
  });
}

/** The files that may be meant, the best first: the one of that name and, where a person goes there, a page. */
function namesFor(request: FastifyRequest): string[] {
  if (request.method !== 'GET' && request.method !== 'HEAD') return [];
  const isNavigation =
    request.headers['sec-fetch-mode'] === 'navigate' || (request.headers.accept ?? '').includes('text/html');
  const asked = readPath(request.url);
  const pages = isNavigation || asked === '' ? ['index.html'] : [];
  if (asked === null || asked === '') return pages;
  return isNavigation ? [asked, `${asked}.html`, ...pages] : [asked];
}

/** The name that an address asks for; null where it could lead out of the folder, or to a hidden file. */
function readPath(url: string): string | null {
  const asked = url.split('?')[0] ?? '/';
  try {
    const decoded = decodeURIComponent(asked);
    return /^\/(?![./])((?!\/[./])[^\\\0])*$/.test(decoded) ? decoded.slice(1) : null;
  } catch {
    return null; // Not an address that anything here has.
  }
}

/** What says that there is no such file. Anything else is trouble of the service, and must not look like an old build. */
const absent = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

async function isFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile();
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && absent.has(String(failure.code))) return false;
    throw failure;
  }
}
