import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TileServer {
  url: string;
  /** The requests so far. */
  requests: { path: string; cookie: string | undefined; referer: string | undefined }[];
  setCors(allowed: boolean): void;
  close(): Promise<void>;
}

/** Blocks of houses, streets, a park and a name. */
const tile = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256">
  <rect width="256" height="256" fill="#e8e3da"/>
  <path d="M20 20h90v80h-90zM150 150h90v90h-90z" fill="#d3cabd"/>
  <path d="M150 20h90v90h-90z" fill="#c5e0b4"/>
  <path d="M0 128h256M128 0v256" stroke="#fff" stroke-width="14"/>
  <path d="M0 200L128 128" stroke="#fff" stroke-width="7"/>
  <text x="12" y="132" font-family="sans-serif" font-size="12" fill="#444">Harbour Street</text>
</svg>`;

/** A tile server with TLS on this machine. Its certificate is its own. */
export async function startTileServer(): Promise<TileServer> {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-tiles-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const name = ['-subj', '/CN=localhost', '-days', '2', '-nodes'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', key, '-out', cert, ...name], {
    stdio: 'ignore',
  });
  let isAllowed = true;
  const requests: TileServer['requests'] = [];
  const server = createServer(
    { key: await readFile(key), cert: await readFile(cert) },
    (request, response) => {
      const { cookie, referer } = request.headers;
      requests.push({ path: request.url ?? '', cookie, referer });
      response.writeHead(200, {
        'content-type': 'image/svg+xml',
        'cache-control': 'no-store',
        ...(isAllowed ? { 'access-control-allow-origin': '*' } : {}),
      });
      response.end(tile);
    }
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return {
    url: `https://localhost:${address.port}/{z}/{x}/{y}.png`,
    requests,
    setCors: (allowed) => (isAllowed = allowed),
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
