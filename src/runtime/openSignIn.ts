import { type KnownSpace } from '@/db/knownSpaces';
import { countUnsentHere } from '@/db/outbox/outbox';
import { openScope, type ScopeIdentity } from '@/db/scopes';
import { type SwitchResult } from '@/features/shared/runtime';
import { unregisterBackgroundTask } from '@/platform/background';
import { clock, fetchOverNetwork } from '@/platform/ports';
import { loadAuthSession, openSignInPage, redirectUriFor } from '@/platform/signIn';
import { identifySession, type JoinResult } from '@/session/join';
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
    const isSamePerson = previous?.userId === session.userId && previous.baseUrl === session.baseUrl;
    if (!isSamePerson) await lock.clear();
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
      return { kind: 'choose_space', spaces, goTo: (spaceId) => goToSpace(session, spaces, spaceId) };
    await choose(session, spaces);
    return result;
  };
  const goToSpace = async (
    session: StoredSession,
    spaces: KnownSpace[],
    spaceId: number
  ): Promise<SwitchResult> => {
    const scope = await openScope(store, identityOf(session));
    await sessions.set(session);
    if (spaceId !== session.spaceId) {
      const result = await switchSpace({ store, scope, ports: { ...ports, sessions } }, spaceId);
      if (result !== 'switched') return result;
    }
    // Loaded again: the request may have renewed the token.
    await choose({ ...((await sessions.load()) ?? session), spaceId }, spaces);
    return 'switched';
  };
  const parts = { ...ports, secrets, redirectUriFor, openSignInPage, loadAuthSession };
  context.setState({
    kind: 'signed_out',
    join: ({ baseUrl, token }) => joinWith({ baseUrl, accessToken: token, refresh: null }),
    signIn: (request) => complete(signIn(parts, request)),
    finish: redirect === null ? null : () => complete(finishSignIn(parts, redirect)),
    choose: (session) => choose(session),
    countUnsent: () => countUnsentHere(store),
    isRevoked,
    goBack: previous && (() => void context.openSession(previous).catch(context.fail)),
  });
}
