import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { pageHeaders } from '../html/html';
import type { Database } from '../store/database';
import { CALLBACK_PATH, type IdentityProvider, reasonOf } from './identityProvider';
import { letIn, setNewcomerCode } from './newcomers';
import { confirmAddress } from './oneTimeCodes';
import { providerPage, sendPage } from './pages';
import { MOUNT_PATH } from './provider';
import { FORM_BYTES, type SignIn, type SignInForm } from './signInPages';

type IdentityProviderRoutes = {
  readonly database: Database;
  readonly identityProvider: IdentityProvider;
  readonly originFor: (request: FastifyRequest) => string;
  /** The sign-in in progress of this browser; null if the address belongs to another one. */
  readonly findSignIn: (
    request: FastifyRequest<{ Params: { id: string } }>,
    reply: FastifyReply
  ) => Promise<SignIn | null>;
  readonly readForm: (
    request: FastifyRequest<{ Params: { id: string } }>,
    reply: FastifyReply
  ) => Promise<{ signIn: SignIn; form: SignInForm } | null>;
  readonly readNewcomer: (
    signIn: SignIn,
    form: SignInForm,
    request: FastifyRequest,
    reply: FastifyReply
  ) => Promise<{ kind: 'read'; id: number | null } | { kind: 'answered' }>;
  readonly stale: (request: FastifyRequest, reply: FastifyReply, status: number) => FastifyReply;
  /** The first page with a problem. */
  readonly showProblem: (
    signIn: SignIn,
    reply: FastifyReply,
    status: number,
    problem?: string
  ) => Promise<unknown>;
  /** The page that follows a confirmed address. */
  readonly showStage: (signIn: SignIn, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
};

const queryOf = (request: FastifyRequest) => request.url.split('?')[1] ?? '';

/** The way to the provider of the organisation and back. */
export function registerIdentityProviderRoutes(scope: FastifyInstance, routes: IdentityProviderRoutes): void {
  const { database, identityProvider, originFor, findSignIn, readForm, readNewcomer } = routes;
  const { stale, showProblem, showStage } = routes;
  const { name } = identityProvider;

  scope.post<{ Params: { id: string } }>(
    `${MOUNT_PATH}/sign-in/:id/provider`,
    { bodyLimit: FORM_BYTES },
    async (request, reply) => {
      const given = await readForm(request, reply);
      if (!given) return reply;
      const { signIn, form } = given;
      const newcomer = await readNewcomer(signIn, form, request, reply);
      if (newcomer.kind === 'answered') return reply;
      const redirected = { interactionId: signIn.id, newcomerId: newcomer.id };
      try {
        const page = await identityProvider.start(redirected, originFor(request));
        // Not a redirect: the security policy lets a form lead to this service and to the app only.
        reply.header('refresh', `0; url=${page.href}`);
        return sendPage(reply, 200, providerPage(signIn.texts, name, page.href));
      } catch (error) {
        request.log.warn({ reason: reasonOf(error) }, 'the provider of the organisation cannot be reached');
        return showProblem(signIn, reply, 503, signIn.texts.providerAway(name));
      }
    }
  );

  // The cookie of the sign-in belongs to its own path: the redirect continues there.
  scope.get<{ Querystring: { state?: unknown } }>(CALLBACK_PATH, async (request, reply) => {
    const redirected = identityProvider.readState(request.query.state);
    if (redirected === null) return stale(request, reply, 400);
    const next = `${MOUNT_PATH}/sign-in/${redirected.interactionId}/provider?${queryOf(request)}`;
    return reply.headers(pageHeaders()).redirect(next, 303);
  });

  scope.get<{ Params: { id: string } }>(`${MOUNT_PATH}/sign-in/:id/provider`, async (request, reply) => {
    const signIn = await findSignIn(request, reply);
    if (!signIn) return stale(request, reply, 400);
    const result = await identityProvider.finish(signIn.id, originFor(request), queryOf(request));
    switch (result.kind) {
      case 'verified':
        await database.asOwner(async (tx) => {
          await confirmAddress(tx, signIn.id, result.mail);
          await setNewcomerCode(tx, signIn.id, result.newcomerId);
          await letIn(tx, signIn.id);
        });
        return showStage(signIn, request, reply);
      case 'cancelled':
        return showProblem(signIn, reply, 200);
      case 'unverified':
        return showProblem(signIn, reply, 422, signIn.texts.providerUnverified(name));
      case 'failed':
        request.log.warn({ reason: result.reason }, 'the provider of the organisation failed');
        return showProblem(signIn, reply, 502, signIn.texts.providerFailed(name));
    }
  });
}
