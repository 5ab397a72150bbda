import { InvitationRequest } from '@/contract/invitation';
import { type NewOutboxRow } from '@/db/outbox/outbox';
import { entityOf } from '@/domain/entity';

/** The most invitations of one request. */
const mostPerRequest = 500;

interface Invitations {
  addresses: readonly string[];
  /** Null: the service chooses the role. */
  roleId: number | null;
  /** The team that the people join; null for none. */
  teamId: number | null;
  /** The id of the nth request; the same for a second tap. */
  idOf: (place: number) => string;
  /** The label of a request in the outbox. */
  whoOf: (addresses: readonly string[]) => string;
}

/** The outbox rows of invitations: as few requests as the service allows. */
export function invitationRows({ addresses, roleId, teamId, idOf, whoOf }: Invitations): NewOutboxRow[] {
  const rows: NewOutboxRow[] = [];
  for (let start = 0; start < addresses.length; start += mostPerRequest) {
    const part = addresses.slice(start, start + mostPerRequest);
    const id = idOf(rows.length);
    const invitations = part.map((email) => ({
      email,
      ...(roleId === null ? {} : { role_id: roleId }),
      ...(teamId === null ? {} : { team_id: teamId }),
    }));
    rows.push({
      id,
      kind: 'invitation',
      entity: entityOf('invitation', id),
      body: JSON.stringify(InvitationRequest.parse({ data: { invitations } })),
      bodyVersion: 1,
      who: whoOf(part),
    });
  }
  return rows;
}
