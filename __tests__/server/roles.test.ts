import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';

import { type EndpointName, endpoints } from '@/contract/endpoints';

import { type PersonName, type TestService, type TestSpace, bundleOf, startTestService } from './harness';

/**
 * The required permission. `anybody` needs no token. `owner` is the owner of the record or a manager, `leader` the leader of the
 * team or a manager. The others are the narrowest role.
 */
type Permission = 'anybody' | 'user' | 'owner' | 'leader' | 'manager' | 'admin';

/** One entry per endpoint of the contract: a new endpoint does not compile without one. */
const permissions: Readonly<Record<EndpointName, Permission>> = {
  getHealth: 'anybody',
  getReady: 'anybody',
  getMe: 'user',
  listUsers: 'user',
  getUser: 'user',
  updateUser: 'owner',
  changeRole: 'admin',
  inviteUsers: 'manager',
  listInvitations: 'manager',
  sendInvitation: 'manager',
  withdrawInvitation: 'manager',
  listMembersAway: 'manager',
  changeMembership: 'manager',
  listRoles: 'user',
  listTeams: 'user',
  listPublicTeams: 'user',
  getTeam: 'user',
  createTeam: 'manager',
  replaceTeam: 'leader',
  deleteTeam: 'manager',
  listMembershipPriceGroups: 'user',
  listDonationPrices: 'user',
  listTransactionStatuses: 'user',
  getTransactionSettings: 'user',
  createBundle: 'user',
  listBundles: 'user',
  getBundle: 'user',
  updateBundle: 'owner',
  getBundleHistory: 'user',
  listContacts: 'user',
  getContact: 'user',
  getForm: 'user',
  listActions: 'user',
  listChanges: 'user',
  listDevices: 'user',
  signOutDevice: 'user',
  signOutUser: 'owner',
};

/** The callers of the test, each with the permissions above that it has. */
const allowed: Readonly<Record<PersonName, readonly Permission[]>> = {
  superadmin: ['anybody', 'user', 'owner', 'leader', 'manager', 'admin'],
  admin: ['anybody', 'user', 'owner', 'leader', 'manager', 'admin'],
  manager: ['anybody', 'user', 'owner', 'leader', 'manager'],
  leader: ['anybody', 'user', 'leader'],
  volunteer: ['anybody', 'user', 'owner'],
  newcomer: ['anybody', 'user'],
};
const people: readonly PersonName[] = ['newcomer', 'volunteer', 'leader', 'manager', 'admin', 'superadmin'];

describe('an endpoint', () => {
  let service: TestService;
  let space: TestSpace;
  let bundleId: number;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace();
    const made = await service.call(space.tokens.volunteer, 'POST', '/v1/transaction_bundles', {
      body: bundleOf(space),
    });
    bundleId = made.body.data.id;
  });
  after(() => service.close());

  /** A request about the volunteer, their records, and the team of the leader; new records for what works only once. */
  async function requestOf(name: EndpointName): Promise<[path: string, body?: unknown]> {
    const { userIds, teamId, contactIds, roles, forms, groupId } = space;
    switch (name) {
      case 'updateUser':
        return [
          `/users/${userIds.volunteer}`,
          { data: { mail: `volunteer.${groupId}@example.org`, city: 'Lyon' } },
        ];
      case 'changeRole':
        return ['/users/role', { data: { user_id: userIds.volunteer, role_id: roles.user } }];
      case 'inviteUsers':
        return ['/users/invitation', { data: { invitations: [{ email: 'new@example.org' }] } }];
      case 'sendInvitation':
      case 'withdrawInvitation': {
        const email = `${randomUUID()}@example.org`;
        const invited = await service.call(space.tokens.admin, 'POST', '/users/invitation', {
          body: { data: { invitations: [{ email }] } },
        });
        const path = `/v1/invitations/${invited.body.data.invitations.id}`;
        return name === 'sendInvitation' ? [`${path}/send`, { data: {} }] : [path];
      }
      case 'changeMembership':
        return [`/v1/members/${userIds.volunteer}`, { data: { state: 'active' } }];
      case 'createTeam':
        return ['/teams', { data: { team: { name: 'New' } } }];
      case 'replaceTeam':
        return ['/teams', { data: { team: { id: teamId, leaders: [{ id: userIds.leader }] } } }];
      case 'deleteTeam': {
        const team = { name: 'Old' };
        const made = await service.call(space.tokens.admin, 'POST', '/teams', { body: { data: { team } } });
        return [`/teams/${made.body.data.team.id}`];
      }
      case 'createBundle':
        return ['/v1/transaction_bundles', bundleOf(space)];
      case 'updateBundle':
        return [
          `/v1/transaction_bundles/${bundleId}`,
          { data: { id: bundleId, donations: [{ amount: 1 }] } },
        ];
      case 'signOutDevice':
        return ['/oidc/devices/999999'];
      default: {
        const ids: Partial<Record<EndpointName, number>> = {
          getUser: userIds.volunteer,
          signOutUser: userIds.volunteer,
          getTeam: teamId,
          getContact: contactIds[0],
          getForm: forms.consent.id,
        };
        const id = ids[name] ?? bundleId;
        return [endpoints[name].path.replace(':id', String(id))];
      }
    }
  }

  for (const name of Object.keys(permissions) as EndpointName[]) {
    const needed = permissions[name];
    const { method } = endpoints[name];
    it(`${name} requires ${needed}`, async () => {
      for (const person of people) {
        // New tokens each time: signing a person out revokes theirs.
        const token = await service.createTokenFor(space.userIds[person]);
        const [path, body] = await requestOf(name);
        const { status } = await service.call(token, method, path, { body });
        const done = name === 'signOutDevice' ? 404 : 200;
        assert.equal(status, allowed[person].includes(needed) ? done : 403, person);
      }
      const [path, body] = await requestOf(name);
      const { status } = await service.call(null, method, path, { body });
      assert.equal(status, needed === 'anybody' ? 200 : 401, 'without a token');
    });
  }
});
