import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

import { EXTENSION_HEADERS } from '@/contract/extensions';

/** The tag of a body: equal bodies, equal tags, in every process. */
export function etagOf(body: string): string {
  return `"${hash('sha1', body, 'base64url')}"`;
}

/** Whether a list of tags, as If-Match and If-None-Match carry it, names this one. */
export function matches(header: string, etag: string): boolean {
  if (header.trim() === '*') return true;
  // A proxy that compresses may have marked our tag as weak.
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Gives every successful GET its tag, and 304 without a body to whoever has it already. */
export function tagAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') {
      return done(null, payload);
    }
    const etag = etagOf(payload);
    void reply.header(EXTENSION_HEADERS.etag, etag).header('cache-control', 'private, no-cache');
    const known = request.headers[EXTENSION_HEADERS.ifNoneMatch];
    if (known === undefined || !matches(known, etag)) return done(null, payload);
    void reply.code(304).removeHeader('content-type').removeHeader('content-length');
    done(null, '');
  });
}
