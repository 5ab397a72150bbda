import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Security headers and the request id of every response. Pages add their own Content-Security-Policy. */
export async function registerSecurityHeaders(app: FastifyInstance, isHttps: boolean): Promise<void> {
  await app.register(helmet, { contentSecurityPolicy: false, strictTransportSecurity: isHttps });
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done();
  });
}

/** Allows the web app of any origin: callers are identified by a token, never by a cookie that a browser adds. */
export async function allowOtherOrigins(api: FastifyInstance): Promise<void> {
  await api.register(cors, {
    origin: '*',
    methods: ['GET', 'POST', 'PATCH', 'DELETE'],
    maxAge: 86_400,
    strictPreflight: false,
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Doorstep-If-Unpaid',
      'Doorstep-Position',
      'Doorstep-Replaces',
      'Doorstep-Space',
      'Idempotency-Key',
      'If-Match',
      'If-None-Match',
    ],
    exposedHeaders: [
      'Date',
      'ETag',
      'Retry-After',
      'Idempotency-Key',
      'Idempotency-Replayed',
      'X-Ratelimit-Limit',
      'X-Ratelimit-Remaining',
      'X-Ratelimit-Reset',
      'X-Request-Id',
      'WWW-Authenticate',
      'Doorstep-Extensions',
      'Doorstep-Position',
    ],
  });
}
