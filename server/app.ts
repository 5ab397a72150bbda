import compress from '@fastify/compress';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { randomUUID } from 'node:crypto';
import type { Registry } from 'prom-client';

import { type Endpoint, endpoints } from '@/contract/endpoints';

import { registerNewcomerCodes } from './auth/newcomers';
import { registerDeviceRoutes } from './auth/deviceRoutes';
import { type Auth, registerAuth } from './auth/register';
import type { Config } from './config';
import { registerAppLinks } from './http/appLinks';
import { Callers } from './http/callers';
import { closeConnectionsOnShutdown } from './http/shutdown';
import type { Service } from './http/endpoint';
import { addEtags } from './http/etag';
import { allowOtherOrigins, registerSecurityHeaders } from './http/headers';
import { handleNotFound } from './http/methods';
import { limitParallelReads } from './http/parallelReads';
import { ProblemError, handleError, sendProblem } from './http/problems';
import { endpointOf, hasRight } from './http/rights';
import { SharedLimits, createRequestLimits } from './http/sharedLimits';
import { serveWeb } from './http/web';
import { registerOperations } from './operations/register';
import { registerActions } from './routes/actions';
import { registerAnswers } from './routes/answers';
import { registerAudit } from './routes/audit';
import { registerBatches } from './routes/batches';
import { registerBoard } from './routes/board';
import { registerBundles } from './routes/bundles';
import { registerCatalogue } from './routes/catalogue';
import { registerCatalogueWrites } from './routes/catalogueWrites';
import { registerChanges } from './routes/changes';
import { registerContactImports } from './routes/contactImports';
import { registerContactMerges } from './routes/contactMerges';
import { registerContacts } from './routes/contacts';
import { registerLookUp } from './routes/lookUp';
import { registerForms } from './routes/forms';
import { registerErasure } from './routes/erasure';
import { registerHealth, version } from './routes/health';
import { registerInvitations } from './routes/invitations';
import { registerMembers } from './routes/members';
import { registerMonths } from './routes/months';
import { registerReceipts } from './routes/receipts';
import { registerReconciliation } from './routes/reconciliation';
import { registerTeams } from './routes/teams';
import { registerSpace } from './routes/space';
import { registerTokens } from './routes/tokens';
import { registerUsers } from './routes/users';
import { registerCashRecords } from './routes/cashRecords';
import { registerVisits } from './routes/visits';
import { redirectToSetup, registerSetup } from './setup/routes';
import type { Setup } from './setup/setup';
import type { Database } from './store/database';
import type { Standby } from './store/standby';
import { startTurfs } from './store/turf';

export type ServiceOptions = {
  readonly config: Config;
  readonly database: Database;
  /** Answers reads of callers who say what they have seen. */
  readonly standby?: Standby;
  /** The folder of the web app, served at /. */
  readonly webRoot?: string;
  /** Creates the first space of a new service. */
  readonly setup?: Setup;
  readonly requestTimeoutMs?: number;
  /** Where the log is written; false disables it. */
  readonly logger?: false | { level?: string; stream?: { write(line: string): void } };
};

const PREFIX = '/api';
const MAX_BODY_BYTES = 1024 * 1024;
/** A request has to arrive completely within this time; a megabyte over a bad connection does. */
const REQUEST_TIMEOUT_MS = 120_000;
const HEADERS_TIMEOUT_MS = 30_000;
const CHECK_MS = 1_000;

const withoutToken = new Set(
  Object.values<Endpoint>(endpoints)
    .filter(({ auth }) => !auth)
    .map(({ path }) => `${PREFIX}${path}`)
);

/**
 * Logs method, route and status, and who asked in which space by number: never a name, a body, a query, a header or a network
 * address.
 */
export const LOGGER = {
  level: 'info',
  serializers: {
    req: (request: { method: string; routeOptions?: { url?: string } }) => ({
      method: request.method,
      route: request.routeOptions?.url,
    }),
    res: ({ statusCode, request }: { statusCode: number; request?: Pick<FastifyRequest, 'caller'> }) => ({
      statusCode,
      ...(request?.caller ? { user: request.caller.userId, space: request.caller.groupId } : {}),
    }),
  },
};

/** Builds the service: the interface under /api, and the web app at / if there is one. */
export async function buildService(options: ServiceOptions): Promise<FastifyInstance> {
  const {
    config,
    database,
    standby,
    webRoot,
    setup,
    logger,
    requestTimeoutMs = REQUEST_TIMEOUT_MS,
  } = options;
  const app = Fastify({
    logger: logger === false ? false : { ...LOGGER, ...logger },
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: requestTimeoutMs,
    // Node ignores a timeout of requests that is shorter than that of headers.
    http: {
      connectionsCheckingInterval: CHECK_MS,
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestTimeoutMs),
    },
    trustProxy: [...config.trustedProxies],
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void handleError(error, request, reply),
    routerOptions: { ignoreTrailingSlash: true },
  });
  app.setErrorHandler(handleError);
  await registerSecurityHeaders(app, config.publicUrl?.startsWith('https:') ?? false);
  closeConnectionsOnShutdown(app);
  await app.register(compress, { global: true, threshold: 1024, encodings: ['br', 'gzip'] });
  const limits = new SharedLimits(database, app.log);
  app.addHook('onClose', () => limits.close());
  const callers = new Callers(
    database,
    config.rateLimit ? createRequestLimits(limits, config.rateLimit) : null,
    config.extensions
  );
  const service = { app, config, database, standby, callers };
  const metrics = registerOperations(service, version);
  registerAppLinks(app, config.nativeApps);
  const auth = await registerAuth(service, metrics, limits);
  await app.register((api) => registerApi({ ...service, app: api }, auth, metrics), { prefix: PREFIX });
  const stopping = new AbortController();
  const settling = startTurfs(database, app.log, stopping.signal);
  app.addHook('onClose', async () => {
    stopping.abort();
    await settling;
  });
  if (setup)
    registerSetup(app, setup, {
      hasMailServer: config.smtpUrl !== undefined,
      origin: config.publicUrl ?? '',
    });
  if (webRoot !== undefined)
    await app.register(async (web) => {
      if (setup) redirectToSetup(web, setup);
      await serveWeb(web, webRoot);
    });
  // Fastify's own handler would log the full URL, which may contain a code or a token.
  else app.setNotFoundHandler((request, reply) => sendProblem(request, reply, new ProblemError('not_found')));
  return app;
}

async function registerApi(
  service: Service,
  { peopleMail, registerFactors }: Auth,
  metrics: Registry
): Promise<void> {
  const { app, config, callers } = service;
  app.setValidatorCompiler(validatorCompiler);
  // The contract types the responses and the tests validate them: no validation here, which would double the cost.
  app.setSerializerCompiler(() => (response) => JSON.stringify(response));
  acceptJson(app);
  await allowOtherOrigins(app);
  limitParallelReads(app, PREFIX);
  if (config.extensions) addEtags(app);
  handleNotFound(app, config, PREFIX);
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404 || withoutToken.has(request.routeOptions.url ?? '')) return done();
    callers.authenticate(request, reply).then((caller) => {
      const name = endpointOf(request.method, request.routeOptions.url?.slice(PREFIX.length) ?? '');
      if (caller.rights !== null && (name === undefined || !hasRight(caller, name)))
        return done(new ProblemError('forbidden'));
      request.caller = caller;
      done();
    }, done);
  });

  registerHealth(service);
  registerUsers(service, peopleMail);
  registerMembers(service, peopleMail);
  registerInvitations(service, peopleMail);
  registerTeams(service);
  registerCatalogue(service);
  registerCatalogueWrites(service);
  registerForms(service);
  registerAnswers(service);
  registerBundles(service);
  registerContacts(service);
  registerContactImports(service);
  registerContactMerges(service);
  registerLookUp(service);
  registerActions(service);
  registerVisits(service);
  registerCashRecords(service);
  registerBatches(service);
  registerMonths(service);
  registerReconciliation(service);
  registerReceipts(service);
  registerBoard(service);
  registerChanges(service, metrics);
  registerAudit(service);
  registerTokens(service);
  registerSpace(service);
  registerNewcomerCodes(service);
  registerErasure(service);
  registerDeviceRoutes(service);
  registerFactors(service);
}

/** Accepts only JSON. A DELETE may declare JSON and send an empty body. */
function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0 && request.method === 'DELETE') return done(null, undefined);
    return parse(request, String(body), (error, value) => {
      if (error) done(new ProblemError('not_json'));
      else done(null, value);
    });
  });
}
