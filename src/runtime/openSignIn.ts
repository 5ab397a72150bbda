import { countUnsentHere } from '@/db/outbox/outbox';
import { openScope, type ScopeIdentity } from '@/db/scopes';
import { type KnownSpace, type SwitchAnswer } from '@/features/shared/runtime';
import { unregisterBackgroundTask } from '@/platform/background';
import { clock, fetchOverNetwork } from '@/platform/ports';
import { loadAuthSession, openSignInPage, redirectUriFor } from '@/platform/signIn';
import { type Session } from '@/sync/ports';
import { type SignInOptions, type SignInOutcome, type BootContext } from './bootState';
import { identifySession, type JoinResult } from '@/session/join';
import { identityOf, type StoredSession } from '@/session/session';
import { finishSignIn, signIn, type SignInResult } from '@/session/signIn';
import { switchSpace } from '@/session/spaces';

const isSameScope = (one: ScopeIdentity, other: ScopeIdentity) =>
  one.service === other.service && one.userId === other.userId && one.spaceId === other.spaceId;

/** Shows the door: joining, signing in, and the way back to the records of whoever was here. */
export function openSignIn(
  stage: BootContext,
  { returned = null, goBackTo = null }: SignInOptions = {}
): void {
  const { resources } = stage;
  const { network, secrets, sessions, store } = resources;
  // A task that the phone keeps all the same finds nobody signed in and ends at once.
  if (goBackTo === null) unregisterBackgroundTask().catch(() => undefined);
  const choose = async (session: StoredSession, told: KnownSpace[] = []) => {
    // A PIN belongs to the person who set it; whoever else signs in here could not know it.
    const isSamePerson = goBackTo?.userId === session.userId && goBackTo.baseUrl === session.baseUrl;
    if (!isSamePerson) await resources.lock.clear();
    await sessions.set(session);
    await stage.openSession(session, told);
  };
  const joinWith = async (session: Session): Promise<JoinResult> => {
    const answer = await identifySession({ clock, fetch: fetchOverNetwork, network }, session);
    if (answer.kind === 'joined') await choose(answer.session, answer.spaces);
    return answer;
  };
  const afterSignIn = async (signing: Promise<SignInResult>): Promise<SignInOutcome> => {
    const signed = await signing;
    if (signed.kind !== 'signed_in') return signed;
    const answer = await identifySession({ clock, fetch: fetchOverNetwork, network }, signed.session);
    if (answer.kind !== 'joined') return answer;
    const { session, spaces } = answer;
    // Whoever signs in again to go on where they were is asked nothing.
    const isBack = goBackTo !== null && isSameScope(identityOf(goBackTo), identityOf(session));
    if (spaces.length > 1 && !isBack)
      return { kind: 'choose_space', spaces, goTo: (spaceId) => goToSpace(session, spaces, spaceId) };
    await choose(session, spaces);
    return answer;
  };
  const goToSpace = async (
    session: StoredSession,
    spaces: KnownSpace[],
    spaceId: number
  ): Promise<SwitchAnswer> => {
    await sessions.set(session);
    if (spaceId !== session.spaceId) {
      const scope = await openScope(store, identityOf(session));
      const answer = await switchSpace({ store, scope, sessions, network }, spaceId);
      if (answer !== 'switched') return answer;
    }
    // The token may have been renewed on the way.
    await choose({ ...((await sessions.load()) ?? session), spaceId }, spaces);
    return 'switched';
  };
  const parts = {
    clock,
    fetch: fetchOverNetwork,
    network,
    secrets,
    redirectUriFor,
    openSignInPage,
    loadAuthSession,
  };
  stage.show({
    kind: 'signed_out',
    join: ({ baseUrl, token }) => joinWith({ baseUrl, accessToken: token, refresh: null }),
    signIn: (request) => afterSignIn(signIn(parts, request)),
    finish: returned === null ? null : () => afterSignIn(finishSignIn(parts, returned)),
    choose: (session) => choose(session),
    countUnsent: () => countUnsentHere(store),
    goBack: goBackTo && (() => void stage.openSession(goBackTo).catch(stage.fail)),
  });
}
