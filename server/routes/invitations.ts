import { type Service, serveRead, serveWrite } from '../http/endpoint';
import { ProblemError } from '../http/problems';
import { requireManager } from '../http/rights';
import type { Caller, Tx } from '../store/database';
import { extendInvitation, getInvitedRole, listInvitations, withdrawInvitation } from '../store/invitations';
import { getSpaceName } from '../store/people';
import { isAbove } from '../store/permissions';
import { getPerson } from '../store/users';
import { type PeopleMail, nameOf, requireForRole } from './users';

/** The invitations of the space, for all its managers. */
export function registerInvitations(service: Service, mail: PeopleMail): void {
  serveRead(service, 'listInvitations', async (tx, caller) => {
    requireManager(caller);
    return { status: 'success', data: { invitations: await listInvitations(tx) } };
  });

  serveWrite(service, 'sendInvitation', async (tx, caller, { params: { id } }, afterCommit) => {
    requireManager(caller);
    const invited = await refuseAbove(tx, caller, id);
    if (invited !== null) await requireForRole(tx, caller, invited);
    const extended = await extendInvitation(tx, id);
    if (!extended) throw new ProblemError('not_found');
    const { email } = extended;
    if (email === null) throw new ProblemError('conflict', { detail: 'The invitation is accepted.' });
    const [spaceName, by] = await Promise.all([getSpaceName(tx, caller), getPerson(tx, caller.userId)]);
    await mail.invite(tx, [
      {
        groupId: caller.groupId,
        invitationId: id,
        email,
        addedId: undefined,
        spaceName,
        invitedBy: by ? nameOf(by) : '',
        locale: by?.user.locale ?? undefined,
      },
    ]);
    afterCommit(async () => mail.wake());
    return { status: 'success', data: { id, message: 'The invitation is being sent.' } };
  });

  serveWrite(service, 'withdrawInvitation', async (tx, caller, { params: { id } }) => {
    requireManager(caller);
    await refuseAbove(tx, caller, id);
    if (!(await withdrawInvitation(tx, id))) throw new ProblemError('not_found');
    return { status: 'success', data: { id, message: 'The invitation is withdrawn.' } };
  });
}

/** Nobody extends or withdraws the invitation of a role above their own. Returns that role. */
async function refuseAbove(tx: Tx, caller: Caller, id: number): Promise<string | null> {
  const invited = await getInvitedRole(tx, id);
  if (invited !== null && isAbove(invited, caller)) throw new ProblemError('forbidden');
  return invited;
}
