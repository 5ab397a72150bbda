import { type User } from '@/contract/user';
import { type KnownSpace } from '@/features/shared/runtime';
import { readResource, type ReadResult } from '@/sync/readResource';
import { type Ports, type Session } from '@/sync/ports';
import { spaceOf } from '@/sync/space';
import { createTransport } from '@/sync/transport';
import { type StoredSession } from './session';

/** What came of trying a token at an address. Each has its own sentence on the screen. */
export type JoinResult =
  /** `spaces`: those that the person belongs to, as far as the service tells. */
  | { kind: 'joined'; session: StoredSession; spaces: KnownSpace[] }
  /** A service that cannot say whose token it is: the person picks themselves. */
  | { kind: 'choose'; people: { user: User; session: StoredSession }[] }
  | { kind: 'offline' }
  /** Nobody answers at that address, or its certificate is not trusted: a browser does not say which. */
  | { kind: 'unreachable' }
  /** Something answers, and it is not a service of this interface. */
  | { kind: 'no_such_service' }
  | { kind: 'login_page' }
  /** The token has expired, was revoked, or was never one. */
  | { kind: 'token_refused' }
  | { kind: 'service_trouble' };

type SpaceRead = {
  id: number;
  name?: string | undefined;
  role_data?: { name?: string | undefined } | undefined;
};

/** The spaces in an answer of GET /me, as the phone remembers them. */
export function knownSpaces({ spaces = [] }: { spaces?: SpaceRead[] | undefined }): KnownSpace[] {
  return spaces.map(({ id, name, role_data }) => ({ id, name: name ?? null, role: role_data?.name ?? null }));
}

function failureOf(asked: Exclude<ReadResult<unknown>, { kind: 'read' }>): JoinResult {
  if (asked.kind !== 'stopped') return { kind: 'no_such_service' };
  switch (asked.stop.kind) {
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

/** Finds out whose token it is and of which space, without keeping anything. */
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
  const transport = createTransport({ ...ports, sessions });
  const keptAs = (user: User): StoredSession => ({ ...current, userId: user.id, spaceId: spaceOf(user) });

  const me = await readResource(transport, { endpoint: 'getMe', signal });
  if (me.kind === 'read')
    return { kind: 'joined', session: keptAs(me.value.User), spaces: knownSpaces(me.value) };
  if (me.kind !== 'missing') return failureOf(me);

  const users = await readResource(transport, { endpoint: 'listUsers', signal });
  if (users.kind !== 'read') return failureOf(users);
  return { kind: 'choose', people: users.value.good.map((user) => ({ user, session: keptAs(user) })) };
}
