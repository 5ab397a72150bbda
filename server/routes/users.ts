import { hasUpdateToken } from '@/contract/user';

import type { Invited } from '../auth/invitations';
import type { PendingMail, Proposal } from '../auth/mailChanges';
import { requireSecondFactor } from '../auth/secondFactor';
import { JsonText, type Service, serveRead, serveWrite } from '../http/endpoint';
import { ProblemError, invalid } from '../http/problems';
import { requireAdmin, requireManager } from '../http/rights';
import { getRole, listRoles } from '../store/catalogue';
import type { Caller, Tx } from '../store/database';
import { listInvitedRoles } from '../store/invitations';
import { getSpaceName, inviteAll, listMySpaces, listSpacesOf, updateRole, updateUser } from '../store/people';
import { isAbove } from '../store/permissions';
import { listTeamRows } from '../store/teams';
import {
  type Person,
  countPeople,
  getPerson,
  canManageProfile,
  listPeople,
  userAnswer,
} from '../store/users';

/** The mail about people, written in the transaction of the request. */
export type PeopleMail = {
  readonly invite: (tx: Tx, invited: readonly Invited[]) => Promise<void>;
  /** Proposes another address; the person confirms it. */
  readonly propose: (tx: Tx, proposal: Proposal) => Promise<void>;
  readonly pending: (tx: Tx, userId: number) => Promise<PendingMail | undefined>;
  /** Sends what was written, after the commit. */
  readonly wake: () => void;
};

export function registerUsers(service: Service, mail: PeopleMail): void {
  serveRead(service, 'listUsers', async (tx, caller, { query }) => {
    const { limit, offset = 0, sort: ascending = true } = query;
    const count = await countPeople(tx);
    const users: string[] = [];
    for await (const part of listPeople(tx, { limit, offset, ascending }))
      users.push(...part.map((person) => JSON.stringify(userAnswer(person, caller))));
    return new JsonText(
      `{"status":"success","data":{"count":${count},"teams":null,"users":[${users.join(',')}]}}`
    );
  });

  serveRead(service, 'getUser', async (tx, caller, { params }) => {
    const person = await find(tx, params.id);
    const mayKnow = person.user.id === caller.userId || canManageProfile(person, caller);
    const pending = mayKnow && service.config.extensions ? await mail.pending(tx, person.user.id) : undefined;
    const User = userAnswer(person, caller);
    return { status: 'success', data: { User: pending ? { ...User, pending_mail: pending.mail } : User } };
  });

  serveRead(service, 'getMe', async (tx, caller) => {
    const [person, spaces, pending] = await Promise.all([
      find(tx, caller.userId),
      listMySpaces(tx, caller),
      mail.pending(tx, caller.userId),
    ]);
    const data = { User: userAnswer(person, caller), spaces };
    return { status: 'success', data: pending ? { ...data, pending_mail: pending } : data };
  });

  serveWrite(service, 'updateUser', async (tx, caller, { params, query, body }, afterCommit) => {
    const person = await find(tx, params.id);
    const {
      UpdateToken: _flag,
      selected_group_id: selected,
      birthdate,
      mail: address,
      ...profile
    } = body.data;
    refuseProfileChange(caller, person);
    if (selected !== undefined && !isSame(selected, person.user.selectedGroupId)) {
      if (!hasUpdateToken(body, query)) throw new ProblemError('update_token_required');
      await refuseSelection(tx, caller, person, selected);
    }
    await updateUser(tx, person, {
      ...profile,
      ...(birthdate === undefined ? {} : { birthdate: new Date(birthdate) }),
      ...(selected === undefined ? {} : { selectedGroupId: selected }),
    });
    if (address.toLowerCase() === person.user.mail.toLowerCase())
      return { status: 'success', data: 'The user was updated.' };
    await requireSecondFactor(tx, caller);
    const proposer = await find(tx, caller.userId);
    await mail.propose(tx, {
      userId: person.user.id,
      from: person.user.mail,
      to: address,
      byId: caller.userId,
      byName: nameOf(proposer),
      groupId: caller.groupId,
      locale: person.user.locale ?? undefined,
    });
    afterCommit(async () => mail.wake());
    return { status: 'success', data: 'The user was updated. The new address counts once they confirm it.' };
  });

  serveWrite(service, 'changeRole', async (tx, caller, { body }) => {
    requireAdmin(caller);
    const { user_id: userId, role_id: roleId } = body.data;
    const [person, role] = await Promise.all([getPerson(tx, userId), getRole(tx, roleId)]);
    if (!person) throw invalid('body/data/user_id', 'no user of this space has this id');
    if (!role) throw invalid('body/data/role_id', 'this space has no such role');
    if (isAbove(person.role.type, caller) || isAbove(role.type, caller)) throw new ProblemError('forbidden');
    await requireSecondFactor(tx, caller);
    await updateRole(tx, userId, roleId);
    return { status: 'success', data: 'The role was updated.' };
  });

  serveWrite(service, 'inviteUsers', async (tx, caller, { body }, afterCommit) => {
    requireManager(caller);
    const roles = await listRoles(tx);
    const byDefault = roles.filter(({ type }) => type === 'user').at(-1);
    const teamIds = service.config.extensions
      ? body.data.invitations.flatMap(({ team_id: id }) => id ?? [])
      : [];
    const teams = new Set((await listTeamRows(tx, caller, teamIds)).map(({ id }) => id));
    const given = body.data.invitations.map(({ email, role_id: roleId, team_id: teamId }, index) => {
      const role = roleId === undefined ? byDefault : roles.find(({ id }) => id === roleId);
      if (!role) throw invalid(`body/data/invitations/${index}/role_id`, 'this space has no such role');
      if (isAbove(role.type, caller)) throw new ProblemError('forbidden');
      if (teamId !== undefined && !teams.has(teamId))
        throw invalid(`body/data/invitations/${index}/team_id`, 'this space has no such team');
      return { email, role, teamId: teamId ?? null };
    });
    // An invitation replaces the one that waits for the same address.
    const waiting = await listInvitedRoles(
      tx,
      given.map(({ email }) => email)
    );
    if (waiting.some((type) => isAbove(type, caller))) throw new ProblemError('forbidden');
    for (const { role } of given) await requireForRole(tx, caller, role.type);
    const invited = await inviteAll(tx, caller, given);
    const invitations = invited.map(({ invitation }) => invitation);
    const [spaceName, inviter] = await Promise.all([getSpaceName(tx, caller), find(tx, caller.userId)]);
    await mail.invite(
      tx,
      // Members have nothing to be told.
      invited
        .filter(({ added }) => added !== false)
        .map(({ invitation, added }) => ({
          groupId: caller.groupId,
          invitationId: invitation.id,
          email: invitation.email,
          addedId: added === true ? invitation.user_id : undefined,
          spaceName,
          invitedBy: nameOf(inviter),
          locale: inviter.user.locale ?? undefined,
        }))
    );
    afterCommit(async () => mail.wake());
    const [only] = invitations;
    const shown = invitations.length === 1 && only ? only : invitations;
    return { status: 'success', data: { msg: 'The invitations are being sent.', invitations: shown } };
  });
}

/** Giving a role above the lowest needs the second factor, and a person: a limited token gives none. */
export async function requireForRole(tx: Tx, caller: Caller, type: string): Promise<void> {
  if (type === 'user') return;
  if (caller.rights !== null) throw new ProblemError('forbidden');
  await requireSecondFactor(tx, caller);
}

async function find(tx: Tx, id: number): Promise<Person> {
  const person = await getPerson(tx, id);
  if (!person) throw new ProblemError('not_found');
  return person;
}

export function nameOf({ user }: Person): string {
  return `${user.firstname} ${user.surname}`.trim();
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}

/** People edit themselves; managers edit people whose home is their space and whose role is not above theirs. */
function refuseProfileChange(caller: Caller, person: Person): void {
  if (person.user.id === caller.userId) return;
  if (!canManageProfile(person, caller) || isAbove(person.role.type, caller))
    throw new ProblemError('forbidden');
}

/** People select their own spaces, among those they belong to. */
async function refuseSelection(
  tx: Tx,
  caller: Caller,
  { user }: Person,
  selected: readonly number[]
): Promise<void> {
  if (user.id !== caller.userId) throw new ProblemError('forbidden');
  const own = new Set(await listSpacesOf(tx, user.id));
  const errors = selected.flatMap((id, index) =>
    own.has(id)
      ? []
      : { location: `body/data/selected_group_id/${index}`, message: 'you do not belong to this space' }
  );
  if (errors.length > 0) throw new ProblemError('invalid', { errors });
}
