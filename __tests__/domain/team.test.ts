import { peopleOf, personName, seesMembers } from '@/domain/team';

const team = {
  hide_users: true,
  leaders: [{ id: 1, firstname: 'Amina', surname: 'Berger' }],
  users: [
    { id: 1, firstname: 'Amina', surname: 'Berger' },
    { id: 2, firstname: 'Marc' },
  ],
};

test('a team that hides its members shows them to members and managers alone; leaders are shown to everyone', () => {
  expect(peopleOf(team, { userId: 9, isManager: false }).map(({ id }) => id)).toEqual([1]);
  expect(seesMembers(team, { userId: 9, isManager: false })).toBe(false);
  expect(peopleOf(team, { userId: 2, isManager: false }).map(({ id }) => id)).toEqual([1, 2]);
  expect(peopleOf(team, { userId: 9, isManager: true }).map(({ id }) => id)).toEqual([1, 2]);
});

test('a leader who is also a member is there once, as leader', () => {
  const people = peopleOf(team, { userId: 2, isManager: false });
  expect(people.map(({ id, isLeader }) => [id, isLeader])).toEqual([
    [1, true],
    [2, false],
  ]);
});

test('a person without a name goes by the mail address', () => {
  expect(personName({ firstname: 'Marc' })).toBe('Marc');
  expect(personName({ mail: 'm@example.org' })).toBe('m@example.org');
  expect(personName({})).toBe('');
});
