import {
  formOf,
  readEditedTeam,
  readNewTeam,
  withoutPerson,
  withPerson,
} from '@/features/teams/edit/teamForm';

describe('a team', () => {
  const amina = { id: 4, firstname: 'Amina' };
  const marc = { id: 1, firstname: 'Marc' };
  const team = {
    name: 'Plateau',
    description: 'North slope',
    private: true,
    leaders: [amina],
    users: [marc],
    address: { street: 'place Bellevue', city: 'Lyon', score: 0.9 },
    colour_of_another_service: 'green',
  };

  it('is created from what was typed, without empty lines', () => {
    const form = withPerson({ ...formOf({}), name: ' New ' }, 'leaders', amina);
    expect(readNewTeam(form)).toEqual({
      kind: 'create',
      team: { name: 'New', private: false, hide_users: false, leaders: [{ id: 4 }], users: [] },
    });
  });

  it('needs a name', () => {
    expect(readNewTeam(formOf({}))).toEqual({ kind: 'errors', errors: { name: 'name_missing' } });
  });

  it('sends everything back, fields of another service too, because a replace clears what it omits', () => {
    const form = { ...formOf(team), description: '' };
    expect(readEditedTeam(form, team, 7)).toEqual({
      kind: 'edit',
      team: {
        id: 7,
        name: 'Plateau',
        private: true,
        hide_users: false,
        leaders: [{ id: 4 }],
        users: [{ id: 1 }],
        address: { street: 'place Bellevue', city: 'Lyon', score: 0.9 },
        colour_of_another_service: 'green',
      },
    });
  });

  it('is unchanged when nothing but spaces was typed', () => {
    expect(readEditedTeam({ ...formOf(team), name: 'Plateau ' }, team, 7)).toEqual({ kind: 'unchanged' });
  });

  it('has no person twice: a member who becomes leader is removed from the members', () => {
    const form = withPerson(formOf(team), 'leaders', marc);
    expect(form.leaders.map(({ id }) => id)).toEqual([4, 1]);
    expect(form.users).toEqual([]);
    expect(withoutPerson(form, 'leaders', 4).leaders.map(({ id }) => id)).toEqual([1]);
  });

  it('does not change hidden members', () => {
    const hidden = { name: 'Closed', hide_users: true, leaders: [amina] };
    const reading = readEditedTeam({ ...formOf(hidden), name: 'Open' }, hidden, 7);
    expect(reading).toMatchObject({ kind: 'edit', team: { name: 'Open' } });
    expect(reading).not.toHaveProperty('team.users');
  });

  it('reports which line is too long', () => {
    const form = formOf(team);
    const long = { ...form, address: { ...form.address, floor: 'x'.repeat(201) } };
    expect(readEditedTeam(long, team, 7)).toEqual({ kind: 'errors', errors: { floor: 'too_long' } });
  });
});
