import { type User } from '@/contract/user';
import { type KnownSpace } from '@/db/knownSpaces';
import { readResource, type ReadResult } from '@/sync/readResource';
import { type Ports, type Session } from '@/sync/ports';
import { spaceOf } from '@/sync/space';
import { createTransport, defaultLimits } from '@/sync/transport';
import { type StoredSession } from './session';

/** Each kind has its own sentence on the join screen. */
export type JoinResult =
  | { kind: 'joined'; session: StoredSession; spaces: KnownSpace[] }
  /** A service without GET /me: the person chooses themselves from the list of users. */
  | { kind: 'choose'; people: { user: User; session: StoredSession }[] }
  | { kind: 'offline' }
  /** No response, or an untrusted certificate: a browser does not distinguish the two. */
  | { kind: 'unreachable' }
  /** The response is not from a service of this interface. */
  | { kind: 'no_such_service' }
  | { kind: 'login_page' }
  /** The token is expired, revoked or invalid. */
  | { kind: 'token_refused' }
  | { kind: 'service_trouble' };

type SpaceRead = {
  id: number;
  name?: string | undefined;
  role_data?: { name?: string | undefined } | undefined;
};

/** The spaces of a response to GET /me. */
export function knownSpaces({ spaces = [] }: { spaces?: SpaceRead[] | undefined }): KnownSpace[] {
  return spaces.map(({ id, name, role_data }) => ({ id, name: name ?? null, role: role_data?.name ?? null }));
}

function failureOf(result: Exclude<ReadResult<unknown>, { kind: 'read' }>): JoinResult {
  if (result.kind !== 'stopped') return { kind: 'no_such_service' };
  switch (result.stop.kind) {
    case 'offline':
      return { kind: 'offline' };
    case 'signed_out':
      return { kind: 'token_refused' };
    case 'login_page':
      return { kind: 'login_page' };
    case 'wait':
    case 'service_trouble':
      return { kind: 'service_trouble' };
    case 'unreachable':
    case 'aborted':
      return { kind: 'unreachable' };
  }
}

/** Fetches the user and the space of a token. Stores nothing. */
export async function identifySession(
  ports: Pick<Ports, 'clock' | 'fetch' | 'network'>,
  session: Session,
  signal?: AbortSignal
): Promise<JoinResult> {
  let current = session;
  const sessions = {
    load: () => Promise.resolve(current),
    save: (renewed: Session) => {
      current = renewed;
      return Promise.resolve();
    },
  };
  const transport = createTransport({ ...ports, sessions }, { ...defaultLimits, space: null });
  const sessionOf = (user: User): StoredSession => ({ ...current, userId: user.id, spaceId: spaceOf(user) });

  const me = await readResource(transport, { endpoint: 'getMe', signal });
  if (me.kind === 'read')
    return { kind: 'joined', session: sessionOf(me.value.User), spaces: knownSpaces(me.value) };
  if (me.kind !== 'missing') return failureOf(me);

  const users = await readResource(transport, { endpoint: 'listUsers', signal });
  if (users.kind !== 'read') return failureOf(users);
  return { kind: 'choose', people: users.value.good.map((user) => ({ user, session: sessionOf(user) })) };
}
