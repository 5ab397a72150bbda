import type { IncomingMessage } from 'node:http';
import formBody from '@fastify/formbody';
import type { FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Registry } from 'prom-client';

import { problem } from '@/contract/problem';

import { STYLE_PATH, pageHeaders } from '../html/html';
import { STYLE } from '../html/style';
import type { Service } from '../http/endpoint';
import { invalid, loggable } from '../http/problems';
import { sourceOf } from '../http/rateLimit';
import type { SharedLimits } from '../http/sharedLimits';
import type { PeopleMail } from '../routes/users';
import { startCleanup } from './cleanup';
import { registerTokenUse } from './deviceRoutes';
import { registerAccountRoutes } from './accountRoutes';
import { registerFactorApi, registerFactorPages } from './factorRoutes';
import { queueInvitations } from './invitations';
import { loadKeys } from './keys';
import { createDelivery } from './mail';
import { getPendingMail, proposeMail } from './mailChanges';
import { startMailSender } from './mailSender';
import { createIdentityProvider } from './identityProvider';
import { messagePage, sendPage } from './pages';
import { MOUNT_PATH, NATIVE_SCHEME, buildProvider } from './provider';
import { registerSignInRoutes } from './signInRoutes';
import { textsFor } from './texts';
import { loadProvider } from './library';

/** A service may have several origins (localhost, an address in the network). */
const MOST_ORIGINS = 8;
/** Starting a sign-in needs no account and inserts a row: limits the starts per network address. */
const SIGN_IN_STARTS = { capacity: 200, refillPerSecond: 2 };
/** Requests for tokens from one source: a hall of people whose phones renew together. */
const TOKEN_REQUESTS = { capacity: 300, refillPerSecond: 5 };

/** The path of a request, in the form that the router of the library matches. */
function pathOf(request: FastifyRequest): string {
  const path = request.url.split(/[?#]/)[0] ?? '';
  return path
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
    .toLowerCase();
}

/** PUBLIC_URL, else the origin of this request. */
function originOf(request: FastifyRequest, publicUrl: string | undefined): string {
  const address = publicUrl ?? `${request.protocol}://${request.host}`;
  if (!URL.canParse(address)) throw invalid('headers/host', 'expected a host name');
  return new URL(address).origin;
}

/** Rewrites the request for the library: with our origin, relative to the mount path. */
function mounted(raw: IncomingMessage, origin: string): IncomingMessage {
  const { host, protocol } = new URL(origin);
  const { url = '' } = raw;
  raw.headers.host = host;
  raw.headers['x-forwarded-host'] = host;
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  return Object.assign(raw, { originalUrl: url, url: url.slice(MOUNT_PATH.length) || '/' });
}

export type Auth = {
  readonly peopleMail: PeopleMail;
  /** Registers the endpoints of the second factor, inside the interface. */
  readonly registerFactors: (service: Service) => void;
};

/**
 * Sign-in: the OAuth endpoints under /api/oidc and the pages. Registered on the root before the interface, so that its hook sees
 * the use of tokens.
 */
export async function registerAuth(service: Service, metrics: Registry, limits: SharedLimits): Promise<Auth> {
  const { app, config, database } = service;
  const library = await loadProvider();
  const keys = await loadKeys(database);
  const mailer = startMailSender(database, createDelivery(config), { log: app.log, metrics });

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
      originFor: (request) => originOf(request, config.publicUrl),
      identityProvider: config.identityProvider
        ? createIdentityProvider(config.identityProvider, keys.forms)
        : null,
      isNoSignIn: (error) => error instanceof library.errors.SessionNotFound,
    });
  });

  await app.register(async (scope) => {
    await scope.register(formBody);
    registerAccountRoutes(scope, { database, key: keys.forms, mailer });
    registerFactorPages(scope, { database, keys, mailer });
  });

  const starts = limits.create('sign-in start', SIGN_IN_STARTS);
  const tokenRequests = limits.create('token request', TOKEN_REQUESTS);
  await app.register((scope, _options, done) => {
    // The library parses the body.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    scope.all(`${MOUNT_PATH}/*`, async (request, reply) => {
      const path = pathOf(request);
      const asked = path === `${MOUNT_PATH}/token` ? tokenRequests.count(sourceOf(request.ip)) : null;
      if (asked && !asked.allowed) {
        const body = { error: 'temporarily_unavailable', error_description: 'too many requests' };
        return reply.code(429).header('retry-after', asked.waitSeconds).send(body);
      }
      const started = path === `${MOUNT_PATH}/auth` ? starts.count(sourceOf(request.ip)) : null;
      if (started && !started.allowed) {
        const texts = textsFor(request.headers['accept-language']);
        reply.header('retry-after', started.waitSeconds);
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

  registerTokenUse(service);

  app.get(STYLE_PATH, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(STYLE)
  );

  const stopping = new AbortController();
  const cleaning = startCleanup(database, app.log, stopping.signal);
  app.addHook('onClose', async () => {
    stopping.abort();
    await Promise.all([cleaning, mailer.close()]);
  });
  const links = { origin: config.publicUrl ?? `http://localhost:${config.port}`, key: keys.forms };
  return {
    registerFactors: (inside) => registerFactorApi(inside, { keys, origin: links.origin, wake: mailer.wake }),
    peopleMail: {
      invite: (tx, invited) => queueInvitations(tx, links, invited),
      propose: (tx, proposal) => proposeMail(tx, links, proposal),
      pending: (tx, userId) => getPendingMail(tx, links, userId),
      wake: mailer.wake,
    },
  };
}
