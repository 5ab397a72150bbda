import type { FastifyInstance } from 'fastify';

import type { NativeApps } from '../config';

/** The pages that the native apps open themselves; app.config.ts names the same. */
const linkedPaths = ['/join', '/signed-in'];

/**
 * The two files by which a phone believes that an https link of this host belongs to an organisation's own app. Both
 * systems fetch them without redirects, and neither may be answered with a page of the web app.
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
