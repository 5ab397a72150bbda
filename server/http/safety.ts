import type { FastifyInstance } from 'fastify';

/** What a browser is told about every answer, whatever it is. What a page may load is said by the pages themselves. */
const SAFETY = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

const ONLY_HTTPS = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

/**
 * Gives every answer its number and the headers that keep a browser from doing with it what it is not for. They are
 * the same for each, so they are written down here; the plugin made them anew for every request.
 */
export function keepSafe(app: FastifyInstance, isHttps: boolean): void {
  const headers = isHttps ? { ...SAFETY, ...ONLY_HTTPS } : SAFETY;
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers).header('x-request-id', request.id);
    done();
  });
}
