import { formOf as personFormOf, readPersonForm } from '@/features/people/personForm';
import {
  formOf as teamFormOf,
  readEditedTeam,
  readNewTeam,
  withoutPerson,
  withPerson,
} from '@/features/teams/edit/teamForm';

describe('a profile', () => {
  const user = {
    id: 4,
    firstname: 'Amina',
    surname: 'Berger',
    mail: 'amina@example.org',
    birthdate: '1990-03-04T00:00:00Z',
  };
  const opened = personFormOf(user, 'https://pictures.example/amina.png');

  it('sends the mail and what was changed, nothing else', () => {
    const reading = readPersonForm({ ...opened, phone: ' 06 12 ', city: 'Lyon' }, opened);
    expect(reading).toEqual({
      kind: 'update',
      update: { mail: 'amina@example.org', phone: '06 12', city: 'Lyon' },
    });
  });

  it('is unchanged when only spaces were typed', () => {
    expect(readPersonForm({ ...opened, firstname: ' Amina ' }, opened)).toEqual({ kind: 'unchanged' });
  });

  it.each([
    ['mail', '', 'mail_missing'],
    ['mail', 'amina@', 'mail'],
    ['birthdate', '1990-02-30', 'birthdate'],
    ['birthdate', '', 'birthdate'],
    ['avatar', 'javascript:alert(1)', 'avatar'],
    ['location', 'Lyon', 'location'],
    ['location', '91, 4', 'location'],
    ['surname', 'x'.repeat(201), 'too_long'],
  ] as const)('says what is wrong with %s "%s"', (field, typed, fault) => {
    expect(readPersonForm({ ...opened, [field]: typed }, opened)).toEqual({
      kind: 'faults',
      faults: { [field]: fault },
    });
  });

  it('writes a birthday as a moment and a position as it is typed', () => {
    const reading = readPersonForm({ ...opened, birthdate: '1991-12-31', location: '45.77, 4.83' }, opened);
    expect(reading).toMatchObject({ update: { birthdate: '1991-12-31T00:00:00Z', location: '45.77, 4.83' } });
  });

  it('keeps the picture when its address is emptied, since the service cannot forget one', () => {
    expect(readPersonForm({ ...opened, avatar: '' }, opened)).toEqual({ kind: 'unchanged' });
  });
});

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

  it('is made of what was typed, without empty lines', () => {
    const form = withPerson({ ...teamFormOf({}), name: ' New ' }, 'leaders', amina);
    expect(readNewTeam(form)).toEqual({
      kind: 'create',
      team: { name: 'New', private: false, hide_users: false, leaders: [{ id: 4 }], users: [] },
    });
  });

  it('needs a name', () => {
    expect(readNewTeam(teamFormOf({}))).toEqual({ kind: 'faults', faults: { name: 'name_missing' } });
  });

  it('sends everything back, fields of another service too, because a replace clears what it omits', () => {
    const form = { ...teamFormOf(team), description: '' };
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
    expect(readEditedTeam({ ...teamFormOf(team), name: 'Plateau ' }, team, 7)).toEqual({ kind: 'unchanged' });
  });

  it('has nobody twice: a member who becomes leader is no member any more', () => {
    const form = withPerson(teamFormOf(team), 'leaders', marc);
    expect(form.leaders.map(({ id }) => id)).toEqual([4, 1]);
    expect(form.users).toEqual([]);
    expect(withoutPerson(form, 'leaders', 4).leaders.map(({ id }) => id)).toEqual([1]);
  });

  it('leaves members alone that are hidden from us', () => {
    const hidden = { name: 'Closed', hide_users: true, leaders: [amina] };
    const reading = readEditedTeam({ ...teamFormOf(hidden), name: 'Open' }, hidden, 7);
    expect(reading).toMatchObject({ kind: 'edit', team: { name: 'Open' } });
    expect(reading).not.toHaveProperty('team.users');
  });

  it('says which line is too long', () => {
    const form = teamFormOf(team);
    const long = { ...form, address: { ...form.address, floor: 'x'.repeat(201) } };
    expect(readEditedTeam(long, team, 7)).toEqual({ kind: 'faults', faults: { floor: 'too_long' } });
  });
});
