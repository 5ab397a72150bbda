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
    permissions.invites,
    permissions.createsTeams,
    permissions.deletesTeams,
    permissions.correctsBundles,
  ]).toEqual([manages, manages, manages, manages]);
  expect(permissions.changesRoles).toBe(changesRoles);
});

it('lets everybody edit themselves, managers those who are not above them, nobody give a role above their own', () => {
  expect(may('user').editsPerson(withRole('user', 1))).toBe(true);
  expect(may('user').editsPerson(withRole('user'))).toBe(false);
  expect(may('manager').editsPerson(withRole('user'))).toBe(true);
  expect(may('manager').editsPerson(withRole('admin'))).toBe(false);
  expect(may('admin').givesRole('superadmin')).toBe(false);
  expect(may('admin').givesRole('admin')).toBe(true);
  expect(may('admin').changesRoleOf(withRole('superadmin'))).toBe(false);
});

it('lets a leader edit the own team', () => {
  expect(may('user').editsTeam({ leaders: [{ id: 1 }] })).toBe(true);
  expect(may('user').editsTeam({ leaders: [{ id: 2 }] })).toBe(false);
  expect(may('manager').editsTeam({})).toBe(true);
});

it('offers everything where the service does not say which role somebody has', () => {
  expect(may(undefined)).toMatchObject({ invites: true, changesRoles: true, createsTeams: true });
});
