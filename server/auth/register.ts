import type { IncomingMessage } from 'node:http';
import formBody from '@fastify/formbody';
import type { FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';

import { problem } from '@/contract/problem';

import { STYLE_PATH, pageHeaders } from '../html/html';
import { STYLE } from '../html/style';
import type { Service } from '../http/endpoint';
import { invalid, loggable } from '../http/problems';
import { Buckets } from '../http/rateLimit';
import { keepClean } from './cleaning';
import { registerTokenNotes } from './deviceRoutes';
import { createInvitationPost } from './invitations';
import { loadKeys } from './keys';
import { createMailer } from './mail';
import { messagePage, sendPage } from './pages';
import { MOUNT_PATH, NATIVE_SCHEME, buildProvider } from './provider';
import { registerSignInRoutes } from './signInRoutes';
import { textsFor } from './texts';
import { loadProvider } from './library';

/** Several names may lead to one service (localhost, an address in the network); a made-up one costs nothing. */
const MOST_ORIGINS = 8;
/** Every sign-in that is begun is a row, and anybody may begin one: so many at once from one address, then two a second. */
const BEGINNINGS = { capacity: 200, refillPerSecond: 2 };
const BEGIN_PATH = `${MOUNT_PATH}/auth?`;

/** The origin that people use: PUBLIC_URL, else the one this request came to. */
function originOf(request: FastifyRequest, publicUrl: string | undefined): string {
  const address = publicUrl ?? `${request.protocol}://${request.host}`;
  if (!URL.canParse(address)) throw invalid('headers/host', 'the name of a host is due');
  return new URL(address).origin;
}

/** Makes the library see the request as people sent it: to our origin, below its own mount. */
function mounted(raw: IncomingMessage, origin: string): IncomingMessage {
  const { host, protocol } = new URL(origin);
  const { url = '' } = raw;
  raw.headers.host = host;
  raw.headers['x-forwarded-host'] = host;
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  return Object.assign(raw, { originalUrl: url, url: url.slice(MOUNT_PATH.length) || '/' });
}

export type Auth = { readonly onInvited: ReturnType<typeof createInvitationPost> };

/**
 * Sign-in: the OAuth endpoints under /api/oidc and the pages people see. `service.app` is the root, and comes here
 * before the interface is registered, so that the use of its tokens is seen.
 */
export async function registerAuth(service: Service): Promise<Auth> {
  const { app, config, database } = service;
  const library = await loadProvider();
  const keys = await loadKeys(database);
  const mailer = createMailer(config, app.log);

  const providers = new Map<string, Provider>();
  function providerAt(origin: string): Provider {
    const known = providers.get(origin);
    if (known) return known;
    const made = buildProvider(library, origin, {
      database,
      keys,
      renderFailure: (ctx, kind) => {
        ctx.type = 'html';
        ctx.body = messagePage(textsFor(ctx.get('accept-language')), kind);
      },
      onServerError: (error) => app.log.error({ failure: loggable(error) }, 'sign-in failed'),
    });
    made.use(async (ctx, next) => {
      ctx.set(pageHeaders(`'self' ${NATIVE_SCHEME}`));
      await next();
      if (ctx.status !== 404 || ctx.body) return;
      ctx.body = problem('not_found', { instance: `${MOUNT_PATH}${ctx.path}` });
      ctx.type = 'application/problem+json';
      ctx.status = 404;
    });
    const oldest = providers.keys().next();
    if (providers.size >= MOST_ORIGINS && !oldest.done) providers.delete(oldest.value);
    providers.set(origin, made);
    return made;
  }
  const providerFor = (request: FastifyRequest) => providerAt(originOf(request, config.publicUrl));

  await app.register(async (scope) => {
    await scope.register(formBody);
    registerSignInRoutes(scope, {
      database,
      keys,
      mailer,
      demo: config.demo,
      providerFor,
      isNoSignIn: (error) => error instanceof library.errors.SessionNotFound,
    });
  });

  const beginnings = new Buckets(BEGINNINGS);
  await app.register((scope, _options, done) => {
    // The library reads the body itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    scope.all(`${MOUNT_PATH}/*`, async (request, reply) => {
      const begins = request.url.startsWith(BEGIN_PATH) ? beginnings.take(request.ip) : null;
      if (begins && !begins.allowed) {
        const texts = textsFor(request.headers['accept-language']);
        reply.header('retry-after', begins.waitSeconds);
        return sendPage(reply, 429, messagePage(texts, 'busy'));
      }
      const provider = providerFor(request);
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      await provider.callback()(mounted(request.raw, originOf(request, config.publicUrl)), reply.raw);
    });
    done();
  });

  registerTokenNotes(service);

  app.get(STYLE_PATH, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(STYLE)
  );

  const stopping = new AbortController();
  const cleaning = keepClean(database, app.log, stopping.signal);
  app.addHook('onClose', async () => {
    stopping.abort();
    await Promise.all([cleaning, mailer.close()]);
  });
  return { onInvited: createInvitationPost(config, mailer) };
}
