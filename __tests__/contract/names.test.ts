import { ActionCreateRequest } from '@/contract/action';
import { PriceGroupCreateRequest } from '@/contract/catalogueWrite';
import { ContactCreateSchema, ContactRead } from '@/contract/contact';
import { oneLine } from '@/contract/primitives';
import { TeamCreateRequest, TeamReplaceBody } from '@/contract/team';
import { UserUpdateSchema } from '@/contract/user';

const typed = ' Anne\r\n\u0000 Marie\t\u202e\u2028de \u0085\u007f Oz ';
const name = 'Anne Marie de Oz';

test('a name is one line without control characters; letters, accents and joiners stay', () => {
  expect(oneLine(typed)).toBe(name);
  expect(oneLine('\ufeff\u00a0\n')).toBe('');
  for (const kept of ['Zoé D’Almeida-Núñez', 'علی\u200cرضا', '李 小龍', '👩\u200d🌾'])
    expect(oneLine(kept)).toBe(kept);
});

test('the names of people, teams, actions, contacts and prices are written in one line', () => {
  const uuid = '0b6c2a3e-6b7d-4c8e-9f00-112233445566';
  expect(ContactCreateSchema.parse({ uuid, firstname: typed, tags: [{ name: typed }] })).toEqual({
    uuid,
    firstname: name,
    tags: [{ name }],
  });
  expect(UserUpdateSchema.parse({ mail: 'a@example.org', surname: typed }).surname).toBe(name);
  expect(TeamCreateRequest.parse({ data: { team: { name: typed } } }).data.team.name).toBe(name);
  expect(TeamReplaceBody.parse({ data: { team: { id: 1, name: typed } } }).data.team.name).toBe(name);
  expect(ActionCreateRequest.parse({ data: { action: { name: typed } } }).data.action.name).toBe(name);
  expect(PriceGroupCreateRequest.parse({ data: { name: typed } }).data.name).toBe(name);
});

test('a contact of a phone is never refused because of its name, and what is stored is read unchanged', () => {
  const uuid = '0b6c2a3e-6b7d-4c8e-9f00-112233445566';
  expect(ContactCreateSchema.parse({ uuid, firstname: '\u0000\n', surname: 'Oz' })).toMatchObject({
    firstname: '',
  });
  expect(ContactRead.parse({ id: 1, firstname: 'Anne\nMarie' })).toMatchObject({ firstname: 'Anne\nMarie' });
});
