import { type KnownSpace } from '@/db/knownSpaces';
import { countUnsentHere } from '@/db/outbox/outbox';
import { openScope, type ScopeIdentity } from '@/db/scopes';
import { type SwitchResult } from '@/features/shared/runtime';
import { unregisterBackgroundTask } from '@/platform/background';
import { clock, fetchOverNetwork } from '@/platform/ports';
import { loadAuthSession, openSignInPage, redirectUriFor } from '@/platform/signIn';
import { holdSession, identifySession, type JoinResult } from '@/session/join';
import { identityOf, type StoredSession } from '@/session/session';
import { finishSignIn, signIn, type SignInResult } from '@/session/signIn';
import { switchSpace } from '@/session/spaces';
import { type Session } from '@/sync/ports';
import { type BootContext, type SignInOptions, type SignInOutcome } from './bootState';

const isSameScope = (one: ScopeIdentity, other: ScopeIdentity) =>
  one.service === other.service && one.userId === other.userId && one.spaceId === other.spaceId;

/** Shows the join screen: sign-in, joining by token, and the way back to the previous session. */
export function openSignIn(
  context: BootContext,
  { redirect = null, previous = null, isRevoked = false }: SignInOptions = {}
): void {
  const { network, secrets, sessions, store, lock } = context.resources;
  const ports = { clock, fetch: fetchOverNetwork, network };
  if (previous === null) unregisterBackgroundTask().catch(() => undefined);
  const choose = async (session: StoredSession, spaces: KnownSpace[] = []) => {
    // Only the person who set the PIN can unlock the app with it.
    await lock.clearFor(identityOf(session));
    // Before the session: a stored session without a scope means that the records were deleted.
    await openScope(store, identityOf(session));
    await sessions.set(session);
    await context.openSession(session, spaces);
  };
  const joinWith = async (session: Session): Promise<JoinResult> => {
    const result = await identifySession(ports, session);
    if (result.kind === 'joined') await choose(result.session, result.spaces);
    return result;
  };
  const complete = async (signingIn: Promise<SignInResult>): Promise<SignInOutcome> => {
    const signedIn = await signingIn;
    if (signedIn.kind !== 'signed_in') return signedIn;
    const result = await identifySession(ports, signedIn.session);
    if (result.kind !== 'joined') return result;
    const { session, spaces } = result;
    const isReturning = previous !== null && isSameScope(identityOf(previous), identityOf(session));
    if (spaces.length > 1 && !isReturning)
      return { kind: 'choose_space', spaces, goTo: (spaceId) => orFail(goToSpace(session, spaces, spaceId)) };
    await choose(session, spaces);
    return result;
  };
  const goToSpace = async (
    session: StoredSession,
    spaces: KnownSpace[],
    spaceId: number
  ): Promise<SwitchResult> => {
    // Not stored before the choice: until then the session of the previous person stays.
    const held = holdSession(session);
    if (spaceId !== session.spaceId) {
      const scope = await openScope(store, identityOf(session));
      const result = await switchSpace(
        { store, scope, ports: { ...ports, sessions: held.sessions } },
        spaceId
      );
      if (result !== 'switched') return result;
    }
    await choose({ ...held.get(), spaceId }, spaces);
    return 'switched';
  };
  /** A phone that cannot store the session shows why, on a screen that replaces this one. */
  const orFail = <T>(work: Promise<T>): Promise<T> =>
    work.catch((failure: unknown) => {
      context.fail(failure);
      return new Promise<T>(() => undefined);
    });
  const parts = { ...ports, secrets, redirectUriFor, openSignInPage, loadAuthSession };
  context.setState({
    kind: 'signed_out',
    join: ({ baseUrl, token }) => orFail(joinWith({ baseUrl, accessToken: token, refresh: null })),
    signIn: (request) => orFail(complete(signIn(parts, request))),
    finish: redirect === null ? null : () => orFail(complete(finishSignIn(parts, redirect))),
    choose: (session) => orFail(choose(session)),
    countUnsent: () => countUnsentHere(store),
    isRevoked,
    goBack: previous && (() => void context.openSession(previous).catch(context.fail)),
  });
}
