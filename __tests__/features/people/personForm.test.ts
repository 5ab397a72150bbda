import { formOf, readPersonForm, type PersonForm } from '@/features/people/personForm';

describe('a profile', () => {
  const user = {
    id: 4,
    firstname: 'Amina',
    surname: 'Berger',
    mail: 'amina@example.org',
    birthdate: '1990-03-04T00:00:00Z',
  };
  const opened = formOf(user, 'https://pictures.example/amina.png');
  const read = (form: PersonForm, mail = user.mail) => readPersonForm(form, opened, mail);

  it('sends the mail and what was changed, nothing else', () => {
    const reading = read({ ...opened, phone: ' 06 12 ', city: 'Lyon' });
    expect(reading).toEqual({
      kind: 'update',
      update: { mail: 'amina@example.org', phone: '06 12', city: 'Lyon' },
    });
  });

  it('sends the mail address of now, unless it was edited', () => {
    const now = 'amina@new.example';
    expect(read({ ...opened, city: 'Lyon' }, now)).toMatchObject({ update: { mail: now, city: 'Lyon' } });
    expect(read({ ...opened, mail: 'b@example.org' }, now)).toMatchObject({
      update: { mail: 'b@example.org' },
    });
  });

  it('is unchanged when only spaces were typed', () => {
    expect(read({ ...opened, firstname: ' Amina ' })).toEqual({ kind: 'unchanged' });
  });

  it.each([
    ['firstname', ' ', 'firstname_missing'],
    ['mail', '', 'mail_missing'],
    ['phone', 'none', 'phone'],
    ['mail', 'amina@', 'mail'],
    ['birthdate', '1990-02-30', 'birthdate'],
    ['birthdate', '', 'birthdate'],
    ['avatar', 'javascript:alert(1)', 'avatar'],
    ['location', 'Lyon', 'location'],
    ['location', '91, 4', 'location'],
    ['surname', 'x'.repeat(201), 'too_long'],
  ] as const)('says what is wrong with %s "%s"', (field, typed, error) => {
    expect(read({ ...opened, [field]: typed })).toEqual({
      kind: 'errors',
      errors: { [field]: error },
    });
  });

  it('writes a birthday as a timestamp and a position as typed', () => {
    const reading = read({ ...opened, birthdate: '1991-12-31', location: '45.77, 4.83' });
    expect(reading).toMatchObject({ update: { birthdate: '1991-12-31T00:00:00Z', location: '45.77, 4.83' } });
  });

  it('does not change the picture when its address is cleared, since the service cannot delete one', () => {
    expect(read({ ...opened, avatar: '' })).toEqual({ kind: 'unchanged' });
  });
});
