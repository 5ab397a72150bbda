import { listReceivers } from '@/features/cash/receivers';

const person = (id: number, firstname: string) => ({ id, firstname });
const amina = person(4, 'Amina');
const yann = person(6, 'Yann');
const zoe = person(8, 'Zoé');
const own = { team: { id: 1, name: 'North', leaders: [amina], users: [yann] } };
const other = { team: { id: 2, name: 'South', leaders: [zoe, amina], users: [] } };
const managers = [
  { id: 1, name: 'Marc', roleName: 'Treasurer' },
  { id: 8, name: 'Zoé', roleName: 'Manager' },
];

const namesFor = (userId: number) =>
  listReceivers(userId, [other, own], managers).map(({ name, detail }) => `${name}, ${detail}`);

it('has for a volunteer their own leaders, then managers, then other leaders, each once', () => {
  expect(namesFor(6)).toEqual(['Amina, North', 'Marc, Treasurer', 'Zoé, Manager']);
});

it('has for a leader the managers first, and never the person', () => {
  expect(namesFor(4)).toEqual(['Marc, Treasurer', 'Zoé, Manager']);
});

it('has only leaders where the phone knows no manager', () => {
  expect(listReceivers(4, [own, other], []).map(({ name }) => name)).toEqual(['Zoé']);
});
