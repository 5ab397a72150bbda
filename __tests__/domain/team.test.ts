import { peopleOf, personName, seesMembers } from '@/domain/team';

const team = {
  hide_users: true,
  leaders: [{ id: 1, firstname: 'Amina', surname: 'Berger' }],
  users: [
    { id: 1, firstname: 'Amina', surname: 'Berger' },
    { id: 2, firstname: 'Marc' },
  ],
};

test('hidden members are shown only to members and managers; leaders are shown to all users', () => {
  expect(peopleOf(team, { userId: 9, isManager: false }).map(({ id }) => id)).toEqual([1]);
  expect(seesMembers(team, { userId: 9, isManager: false })).toBe(false);
  expect(peopleOf(team, { userId: 2, isManager: false }).map(({ id }) => id)).toEqual([1, 2]);
  expect(peopleOf(team, { userId: 9, isManager: true }).map(({ id }) => id)).toEqual([1, 2]);
});

test('a leader who is also a member is listed once, as leader', () => {
  const people = peopleOf(team, { userId: 2, isManager: false });
  expect(people.map(({ id, isLeader }) => [id, isLeader])).toEqual([
    [1, true],
    [2, false],
  ]);
});

test('a person without a name is shown by mail address', () => {
  expect(personName({ firstname: 'Marc' })).toBe('Marc');
  expect(personName({ mail: 'm@example.org' })).toBe('m@example.org');
  expect(personName({})).toBe('');
});
