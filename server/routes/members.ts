import { type Service, serveRead, serveWrite } from '../http/endpoint';
import { ProblemError, invalid } from '../http/problems';
import { requireManager } from '../http/rights';
import { getRole } from '../store/catalogue';
import { listMembersAway, setMembership } from '../store/members';
import { getSpaceName } from '../store/people';
import { getPerson } from '../store/users';
import { type PeopleMail, nameOf, requireForRole } from './users';

/** Suspends, removes and re-admits people. The database decides for whom (doorstep_set_membership). */
export function registerMembers(service: Service, mail: PeopleMail): void {
  serveRead(service, 'listMembersAway', async (tx, caller) => {
    requireManager(caller);
    return { status: 'success', data: { members: await listMembersAway(tx) } };
  });

  serveWrite(service, 'changeMembership', async (tx, caller, { params: { id }, body }, afterCommit) => {
    const { state, role_id: roleId } = body.data;
    if (roleId !== undefined && !(await getRole(tx, roleId)))
      throw invalid('body/data/role_id', 'this space has no such role');
    const away = await listMembersAway(tx);
    const role = await getRole(tx, roleId ?? away.find((member) => member.id === id)?.role_data?.id ?? 0);
    if (state === 'active' && role) await requireForRole(tx, caller, role.type);
    const before = await setMembership(tx, id, state, roleId);
    if (before === null) throw new ProblemError('not_found');
    if (roleId !== undefined && (before !== 'removed' || state !== 'active'))
      throw invalid('body/data/role_id', 'a role is given only when a removed person is admitted');
    if (before === 'removed' && state === 'suspended')
      throw invalid('body/data/state', 'only a member can be suspended');
    if (before === 'removed' && state === 'active') {
      const [spaceName, by, person] = await Promise.all([
        getSpaceName(tx, caller),
        getPerson(tx, caller.userId),
        getPerson(tx, id),
      ]);
      if (by && person)
        await mail.invite(tx, [
          {
            groupId: caller.groupId,
            email: person.user.mail,
            addedId: id,
            spaceName,
            invitedBy: nameOf(by),
            locale: by.user.locale ?? undefined,
          },
        ]);
      afterCommit(async () => mail.wake());
    }
    return { status: 'success', data: { id, state } };
  });
}
