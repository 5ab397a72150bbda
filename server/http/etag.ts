import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { EXTENSION_HEADERS } from '@/contract/extensions';

import { ProblemError } from './problems';

/** Equal bodies get equal tags in every process. */
function etagOf(body: string): string {
  return `"${hash('sha1', body, 'base64url')}"`;
}

/** Whether an If-Match or If-None-Match header contains this tag. */
function matches(header: string, etag: string): boolean {
  if (header.trim() === '*') return true;
  // A proxy that compresses may mark the tag as weak.
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Refuses a change whose If-Match is not the ETag of the response that the record has. */
export function refuseStale(headers: FastifyRequest['headers'], current: object): void {
  const expected = headers[EXTENSION_HEADERS.ifMatch];
  if (expected !== undefined && !matches(expected, etagOf(JSON.stringify(current))))
    throw new ProblemError('precondition_failed');
}

/** Adds an ETag to every successful GET, and responds with 304 if the caller has that version. */
export function addEtags(app: FastifyInstance): void {
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
