import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { pageHeaders } from '../html/html';
import { sourceOf } from '../http/rateLimit';
import type { Database } from '../store/database';
import { checkNewcomerCode, letIn, setNewcomerCode } from './newcomers';
import { confirmAddress, readTypedCode } from './oneTimeCodes';
import { CALLBACK_PATH, type Organisation, reasonOf } from './organisation';
import { MOUNT_PATH } from './provider';
import type { Texts } from './texts';

type InteractionRequest = FastifyRequest<{ Params: { id: string } }>;
type Visit = { readonly id: string; readonly newcomer: string; readonly texts: Texts };

type OrganisationRoutes<V extends Visit> = {
  readonly database: Database;
  readonly organisation: Organisation;
  readonly originFor: (request: FastifyRequest) => string;
  /** The sign-in in progress of this browser; null if the address belongs to another one. */
  readonly findVisit: (request: InteractionRequest, reply: FastifyReply) => Promise<V | null>;
  readonly stale: (request: FastifyRequest, reply: FastifyReply, status: number) => FastifyReply;
  /** The first page with a problem. */
  readonly showProblem: (visit: V, reply: FastifyReply, status: number, problem?: string) => Promise<unknown>;
  /** The page that follows a confirmed address. */
  readonly showStage: (visit: V, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
};

const queryOf = (request: FastifyRequest) => request.url.split('?')[1] ?? '';

/** The way to the provider of the organisation and back. */
export function registerOrganisationRoutes<V extends Visit>(
  scope: FastifyInstance,
  { database, organisation, originFor, findVisit, stale, showProblem, showStage }: OrganisationRoutes<V>
): void {
  const own = `${MOUNT_PATH}/sign-in/:id/organisation`;

  scope.get<{ Params: { id: string } }>(`${own}/start`, async (request, reply) => {
    const visit = await findVisit(request, reply);
    if (!visit) return stale(request, reply, 400);
    let page: URL;
    try {
      page = await organisation.start(visit.id, originFor(request));
    } catch (error) {
      request.log.warn({ reason: reasonOf(error) }, 'the provider of the organisation cannot be reached');
      return showProblem(visit, reply, 503, visit.texts.organisationAway(organisation.name));
    }
    return reply.headers(pageHeaders()).redirect(page.href, 303);
  });

  // The cookie of the sign-in belongs to its own path: the redirect continues there.
  scope.get<{ Querystring: { state?: unknown } }>(CALLBACK_PATH, async (request, reply) => {
    const id = organisation.readState(request.query.state);
    if (id === null) return stale(request, reply, 400);
    const next = `${MOUNT_PATH}/sign-in/${id}/organisation?${queryOf(request)}`;
    return reply.headers(pageHeaders()).redirect(next, 303);
  });

  scope.get<{ Params: { id: string } }>(own, async (request, reply) => {
    const visit = await findVisit(request, reply);
    if (!visit) return stale(request, reply, 400);
    const result = await organisation.finish(visit.id, originFor(request), queryOf(request));
    switch (result.kind) {
      case 'verified':
        await database.asOwner(async (tx) => {
          await confirmAddress(tx, visit.id, result.mail);
          if (visit.newcomer === '') return;
          const check = await checkNewcomerCode(tx, readTypedCode(visit.newcomer), sourceOf(request.ip));
          if (check.kind !== 'right') return;
          await setNewcomerCode(tx, visit.id, check.id);
          await letIn(tx, visit.id);
        });
        return showStage(visit, request, reply);
      case 'cancelled':
        return showProblem(visit, reply, 200);
      case 'unverified':
        return showProblem(visit, reply, 422, visit.texts.organisationUnverified(organisation.name));
      case 'failed':
        request.log.warn({ reason: result.reason }, 'the provider of the organisation failed');
        return showProblem(visit, reply, 502, visit.texts.organisationFailed(organisation.name));
    }
  });
}
