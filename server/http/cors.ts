import type { FastifyInstance } from 'fastify';

const EXPOSED = [
  'Date',
  'ETag',
  'Retry-After',
  'Idempotency-Replayed',
  'X-Ratelimit-Limit',
  'X-Ratelimit-Remaining',
  'X-Ratelimit-Reset',
  'X-Request-Id',
  'WWW-Authenticate',
  'Doorstep-Extensions',
].join(', ');

/**
 * Lets the web app of any origin speak to this service. Nothing is given away by that: callers are known by
 * the token they send, never by a cookie that a browser adds by itself.
 */
export function allowOtherOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.headers.origin === undefined) return done();
    void reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': EXPOSED,
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
      return done();
    }
    void reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
        'access-control-allow-headers':
          'Authorization, Content-Type, Doorstep-Space, Idempotency-Key, If-Match, If-None-Match',
        'access-control-max-age': '86400',
      })
      .send();
  });
}
