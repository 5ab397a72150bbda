import type { FastifyInstance } from 'fastify';

import type { NativeApps } from '../config';

/** The pages that the native apps open; app.config.ts lists the same. */
const linkedPaths = ['/join', '/signed-in', '/check-in'];

/**
 * The files that link https addresses of this host to an organisation's native app. iOS and Android fetch them without
 * redirects.
 */
export function registerAppLinks(app: FastifyInstance, { ios, android }: NativeApps): void {
  const apple = {
    applinks: {
      details: ios.map((appID) => ({
        appIDs: [appID],
        components: linkedPaths.map((path) => ({ '/': path })),
      })),
    },
  };
  const google = android.map(({ packageName, fingerprints }) => ({
    relation: ['delegate_permission/common.handle_all_urls'],
    target: { namespace: 'android_app', package_name: packageName, sha256_cert_fingerprints: fingerprints },
  }));
  const serve = (path: string, body: unknown) =>
    app.get(path, (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=3600')
        .type('application/json')
        .send(JSON.stringify(body))
    );
  serve('/.well-known/apple-app-site-association', apple);
  serve('/.well-known/assetlinks.json', google);
}
