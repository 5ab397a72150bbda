import { invitationRows } from '@/features/invitations/mutations';
import { sortAddresses } from '@/features/invitations/addresses';

it('finds addresses however they were typed or copied', () => {
  const text = `ana@example.org, ben@example.org;carla@example.org
    "Berger, Dora" <dora@example.org>, Emil Oger <emil@example.org>
    Fatou Diallo fatou@example.org\tgus@example.org
    Write to hugo@example.org. (or to mailto:ines@example.org!)`;
  expect(sortAddresses(text)).toEqual({
    good: ['ana', 'ben', 'carla', 'dora', 'emil', 'fatou', 'gus', 'hugo', 'ines'].map(
      (name) => `${name}@example.org`
    ),
    malformed: [],
    repeated: [],
  });
});

it('accepts an address once, in any case, and reports the repeat', () => {
  const { good, repeated } = sortAddresses('Ana@example.org ana@EXAMPLE.org\nben@example.org');
  expect(good).toEqual(['Ana@example.org', 'ben@example.org']);
  expect(repeated).toEqual(['Ana@example.org']);
});

it('reports what is no address before anything is sent', () => {
  const text = 'ana.example.org, ben@, @example.org, carla@example, dora@exa mple.org, <>, emil@example.org';
  const { good, malformed } = sortAddresses(text);
  expect(good).toEqual(['emil@example.org']);
  expect(malformed).toHaveLength(6);
});

it('keeps an address that stands before a name in the same line', () => {
  const { good, repeated } = sortAddresses(
    'ana@example.org Ben <ben@example.org>\ncara@example.org <cara@example.org>'
  );
  expect(good).toEqual(['ana@example.org', 'ben@example.org', 'cara@example.org']);
  expect(repeated).toEqual([]);
});

it('returns nothing for an empty text', () => {
  expect(sortAddresses(' \n ,; ')).toEqual({ good: [], malformed: [], repeated: [] });
});

it('sends a thousand addresses as two requests, each under its own id, with or without a role', () => {
  const addresses = Array.from({ length: 990 }, (_, place) => `person${place}@example.org`);
  const rows = invitationRows({
    addresses,
    roleId: 7,
    teamId: null,
    idOf: (place) => `id-${place}`,
    whoOf: (part) => `${part.length} addresses`,
  });
  const bodies = rows.map(({ body }) => JSON.parse(body).data.invitations);
  expect(rows.map(({ id, who }) => [id, who])).toEqual([
    ['id-0', '500 addresses'],
    ['id-1', '490 addresses'],
  ]);
  expect(bodies.flat().map(({ email }: { email: string }) => email)).toEqual(addresses);
  expect(bodies[0][0]).toEqual({ email: 'person0@example.org', role_id: 7 });
  const [left] = invitationRows({
    addresses: ['a@example.org'],
    roleId: null,
    teamId: null,
    idOf: () => 'x',
    whoOf: () => '',
  });
  expect(JSON.parse(left?.body ?? '').data.invitations).toEqual([{ email: 'a@example.org' }]);
});
