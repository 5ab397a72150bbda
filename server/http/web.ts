import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';

/** Files with a hash in their name never change. */
const HASHED = /[.-][0-9a-f]{8,}\.[\w.]+$/i;
const A_YEAR = 'public, max-age=31536000, immutable';

/**
 * The database of the app is WebAssembly in a worker; the isolation headers give it shared memory (Safari supports only
 * require-corp). `connect-src` is open because a person may sign in to any service.
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

/** The web app that `npm run build:web` wrote. */
const WEB_ROOT = path.resolve(__dirname, '..', '..', 'dist', 'web');

/** The folder of the web app, if it is built. */
export function findWebRoot(): string | undefined {
  return existsSync(path.join(WEB_ROOT, 'index.html')) ? WEB_ROOT : undefined;
}

/**
 * Serves the web app at /. A navigation to any screen gets the one page of the app. Files are looked up on every request, so that
 * a new build is served immediately.
 */
export async function serveWeb(app: FastifyInstance, webRoot: string): Promise<void> {
  const root = path.resolve(webRoot);
  await app.register(fastifyStatic, {
    root,
    serve: false,
    cacheControl: false,
    // The build writes a compressed copy next to each file.
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
  // Not a wildcard route, which would take unknown paths under /api.
  app.setNotFoundHandler(async (request, reply) => {
    for (const name of namesFor(request)) {
      if (await isFile(path.join(root, name))) return reply.sendFile(name);
    }
    return reply.code(404).type('text/plain').send('Not found');
  });
}

/** The candidate files, best first: the named one and, for a navigation, a page. */
function namesFor(request: FastifyRequest): string[] {
  if (request.method !== 'GET' && request.method !== 'HEAD') return [];
  const isNavigation =
    request.headers['sec-fetch-mode'] === 'navigate' || (request.headers.accept ?? '').includes('text/html');
  const requested = readPath(request.url);
  const pages = isNavigation || requested === '' ? ['index.html'] : [];
  if (requested === null || requested === '') return pages;
  return isNavigation ? [requested, `${requested}.html`, ...pages] : [requested];
}

/** The file name of a URL; null if it could lead out of the folder or to a hidden file. */
function readPath(url: string): string | null {
  const requested = url.split('?')[0] ?? '/';
  try {
    const decoded = decodeURIComponent(requested);
    return /^\/(?![./])((?!\/[./])[^\\\0])*$/.test(decoded) ? decoded.slice(1) : null;
  } catch {
    return null; // Not a valid path.
  }
}

/** The error codes of a missing file. Any other error must not look like a missing build. */
const absent = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

async function isFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile();
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && absent.has(String(failure.code))) return false;
    throw failure;
  }
}
