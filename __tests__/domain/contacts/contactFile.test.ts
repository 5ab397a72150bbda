import { guessMapping, importExample, importFields } from '@/domain/contacts/contactColumns';
import { fileOf, readLines, startReading } from '@/domain/contacts/contactFile';
import { parseCsv } from '@/domain/csv';

const openFile = (text: string) => fileOf(parseCsv(text));

const read = (text: string) => {
  const file = openFile(text);
  return readLines(file, guessMapping(file.header));
};

test('finds the fields of columns by their names in several languages, each once', () => {
  expect(
    guessMapping(['Prénom', 'NOM', 'E-Mail', 'Code postal', 'Bureau de vote', 'Nachname', 'Shoe size'])
  ).toEqual(['firstname', 'surname', 'mail', 'postal_code', 'pollingstation', null, null]);
  expect(
    guessMapping(['Né(e) le', 'Voie', 'CP', 'Commune', 'Tel.', 'Postleitzahl', 'Numéro de voie'])
  ).toEqual([...['birthdate', 'street', 'postal_code', 'city', 'phone', null, 'house_number']]);
});

test('takes a column for the numbers of another system only by its full name', () => {
  expect(guessMapping(['id', 'External_ID', 'surname'])).toEqual([null, 'external_id', 'surname']);
  const uuids = (text: string) => read(text).contacts.map(({ uuid }) => uuid);
  expect(uuids('id,surname\n7,Lee')).not.toEqual(uuids('id,surname\n7,Ray'));
  expect(uuids('external_id,surname\n7,Lee')).toEqual(uuids('external_id,surname\n7,Ray'));
});

test('reads a line as a contact', () => {
  const { contacts, bad } = read(
    'firstname,surname,mail,street,house_number,tags,black_list\nAda,Lee,ada@example.org,Rue A,8,"a;b",oui\n'
  );
  expect(bad).toEqual([]);
  expect(contacts).toEqual([
    {
      uuid: contacts[0]?.uuid,
      firstname: 'Ada',
      surname: 'Lee',
      mail: 'ada@example.org',
      address: { street: 'Rue A', house_number: '8' },
      tags: [{ name: 'a' }, { name: 'b' }],
      black_list: true,
    },
  ]);
});

test('the same line is the same contact in any order of lines and columns; with a number of another system whatever changes', () => {
  const uuids = (text: string) => read(text).contacts.map(({ uuid }) => uuid);
  const [ada, bo] = uuids('firstname,surname\nAda,Lee\nBo,Ray');
  expect(uuids('surname;firstname\nRay;Bo\nLee;Ada')).toEqual([bo, ada]);
  expect(ada).not.toBe(bo);
  expect(uuids('external_id,surname\n7,Lee')).toEqual(uuids('external_id,surname\n7,Leigh'));
});

test('the same line is the same contact, also when more of its columns are read', () => {
  const file = openFile('Nom,Voie\nLee,Rue A\nLee,Rue B');
  const uuids = (mapping: Parameters<typeof readLines>[1]) =>
    readLines(file, mapping).contacts.map(({ uuid }) => uuid);
  const both = uuids(['surname', 'street']);
  expect(both).toHaveLength(2);
  // Without the street the second line is the same person again.
  expect(uuids(['surname', null])).toEqual(both.slice(0, 1));
});

test('says what is wrong in which line and column, and imports the others', () => {
  const { contacts, bad } = read(
    [
      'Vorname,Nachname,Email,black_list',
      ',,x@example.org,',
      'Ada,Lee,no address,',
      `Bo,${'x'.repeat(201)},,`,
      'Cy,Ray,,perhaps',
      'Di,Fox,,,more,cells',
      'Ed,Ok,,',
      'Ed,Ok,,',
      'Fay,"Open,,',
    ].join('\n')
  );
  expect(contacts.map(({ firstname }) => firstname)).toEqual(['Ed']);
  expect(bad.slice(-2).map(({ value }) => value)).toEqual(['7', '']);
  expect(bad.map(({ line, column, error }) => [line, column, error])).toEqual([
    [2, 'Nachname', 'name_missing'],
    [3, 'Email', 'mail'],
    [4, 'Nachname', 'too_long'],
    [5, 'black_list', 'yes_no'],
    [6, null, 'cells'],
    [8, null, 'twice'],
    [9, null, 'quote'],
  ]);
});

test('reads birthdays and genders, and names with the address in front', () => {
  const { contacts, bad } = read(
    [
      'surname,gender,birthdate,address.postal_code',
      'Lee,f,1984-02-29,69001',
      'Ray,x,,',
      'Fox,,29.2.84,',
      'Elm,,29.2.1984,',
      'Oak,,٢٩/٠٢/١٩٨٤,',
      'Ash,,29-02-1983,',
    ].join('\n')
  );
  expect(contacts).toMatchObject([
    { gender: 'F', birthdate: '1984-02-29T00:00:00Z', address: { postal_code: '69001' } },
    { surname: 'Elm', birthdate: '1984-02-29T00:00:00Z' },
    { surname: 'Oak', birthdate: '1984-02-29T00:00:00Z' },
  ]);
  expect(bad.map(({ line, column, error, value }) => [line, column, error, value])).toEqual([
    [3, 'gender', 'gender', 'x'],
    [4, 'birthdate', 'date', '29.2.84'],
    [7, 'birthdate', 'date', '29-02-1983'],
  ]);
});

test('a cell is one line, whatever the spreadsheet has in it', () => {
  const { contacts, bad } = read(
    'firstname,surname,street,tags\n"Anne\nMarie",Le\u0007e,"rue\r\n  Haute",a\tb\n"\u0001","\n",,'
  );
  expect(contacts).toMatchObject([
    { firstname: 'Anne Marie', surname: 'Le e', address: { street: 'rue Haute' }, tags: [{ name: 'a b' }] },
  ]);
  expect(bad).toMatchObject([{ error: 'name_missing' }]);
  const numbered = read('external_id,surname\n7  a,Lee\n7 a,Ray').contacts.map(({ uuid }) => uuid);
  expect(new Set(numbered).size).toBe(2);
});

test('finds the columns of an office list, however they are written', () => {
  const header = ['N° adhérent', 'Adresse mail', 'Téléphone portable', 'N° voie', "Complément d'adresse"];
  expect(guessMapping(header)).toEqual([null, 'mail', 'mobile', 'house_number', 'addition']);
});

test('reads positions with a point or a comma, and refuses what is not one', () => {
  const { contacts, bad } = read(
    ['surname;lat;lng', 'Lee;45,77;4.83', 'Ray;45.77;', 'Fox;Lyon;4.83', 'Oak;95;4.83', 'Elm;;'].join('\n')
  );
  expect(contacts.map(({ surname, address }) => [surname, address])).toEqual([
    ['Lee', { latitude: '45.77', longitude: '4.83' }],
    ['Elm', undefined],
  ]);
  expect(bad.map(({ line, column, error, value }) => [line, column, error, value])).toEqual([
    [3, 'lat', 'position', '45.77, '],
    [4, 'lat', 'position', 'Lyon, 4.83'],
    [5, 'lat', 'position', '95, 4.83'],
  ]);
});

test('the template is a file that can be imported', () => {
  const { contacts, bad } = read(`${importFields.join(',')}\n${importExample.join(',')}`);
  expect(bad).toEqual([]);
  expect(contacts).toMatchObject([
    { firstname: 'Ada', mobile: '0600000000', address: { city: 'Lyon', door: 'left' } },
  ]);
});

test('reads a large file part by part, with the same result', () => {
  const file = openFile(
    ['surname', ...Array.from({ length: 10 }, (_, place) => `Lee ${place % 9}`)].join('\n')
  );
  const mapping = guessMapping(file.header);
  const reader = startReading(file, mapping);
  expect([reader.readNext(4), reader.reading.contacts.length]).toEqual([0.4, 4]);
  expect([reader.readNext(4), reader.readNext(4)]).toEqual([0.8, 1]);
  expect(reader.reading).toEqual(readLines(file, mapping));
  expect(reader.reading.bad).toMatchObject([{ line: 11, error: 'twice', value: '2' }]);
});
