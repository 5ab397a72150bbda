import { permissionsOf } from '@/domain/permissions';

const may = (roleType: string | undefined) => permissionsOf({ id: 1, roleType });
const withRole = (type: string, id = 2) => ({ id, role_data: { type } });

it.each([
  ['superadmin', true, true],
  ['admin', true, true],
  ['manager', true, false],
  ['user', false, false],
  ['guest of another service', false, false],
])('%s: manages %s, changes roles %s', (type, manages, changesRoles) => {
  const permissions = may(type);
  expect([
    permissions.canInvite,
    permissions.canCreateTeams,
    permissions.canAddToTeams,
    permissions.canDeleteTeams,
    permissions.canCorrectBundles,
    permissions.canSearchEveryone,
  ]).toEqual(Array(6).fill(manages));
  expect(permissions.canChangeRoles).toBe(changesRoles);
});

it('all users edit themselves, managers edit users who are not above them, no user gives a role above the own one', () => {
  expect(may('user').canEditPerson(withRole('user', 1))).toBe(true);
  expect(may('user').canEditPerson(withRole('user'))).toBe(false);
  expect(may('manager').canEditPerson(withRole('user'))).toBe(true);
  expect(may('manager').canEditPerson(withRole('admin'))).toBe(false);
  expect(may('admin').canGiveRole('superadmin')).toBe(false);
  expect(may('admin').canGiveRole('admin')).toBe(true);
  expect(may('admin').canChangeRoleOf(withRole('superadmin'))).toBe(false);
});

it('a leader edits the own team', () => {
  expect(may('user').canEditTeam({ leaders: [{ id: 1 }] })).toBe(true);
  expect(may('user').canEditTeam({ leaders: [{ id: 2 }] })).toBe(false);
  expect(may('manager').canEditTeam({})).toBe(true);
});

it('everything is offered if the service returns no role', () => {
  expect(may(undefined)).toMatchObject({ canInvite: true, canChangeRoles: true, canCreateTeams: true });
});

it('a membership is ended by people above, not by equals', () => {
  const manager = permissionsOf({ id: 1, roleType: 'manager' });
  const of = (id: number, type: string | undefined) => ({ id, role_data: { type } });
  expect(manager.canEndMembershipOf(of(2, 'user'))).toBe(true);
  expect(manager.canEndMembershipOf(of(2, undefined))).toBe(true);
  expect(manager.canEndMembershipOf(of(2, 'manager'))).toBe(false);
  expect(manager.canEndMembershipOf(of(1, 'user'))).toBe(false);
  expect(permissionsOf({ id: 1, roleType: 'user' }).canEndMembershipOf(of(2, 'user'))).toBe(false);
});
