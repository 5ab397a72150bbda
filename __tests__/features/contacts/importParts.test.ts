import { ImportedContactsRequest } from '@/contract/contactImport';
import { importContacts } from '@/features/contacts/import/mutations';

import { onlineWith } from '../support/online';

const uuidAt = (place: number) => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`;

it('a part is at most 500 contacts, and its request is smaller than the service accepts', async () => {
  const sent: { bytes: number; uuids: string[] }[] = [];
  const online = onlineWith({
    write: ({ endpoint, body }: { endpoint: string; body: unknown }) => {
      if (endpoint === 'createContactImport') return Promise.resolve({ kind: 'written', value: { id: 5 } });
      const { contacts } = ImportedContactsRequest.parse(body).data;
      const bytes = Buffer.byteLength(JSON.stringify(body));
      sent.push({ bytes, uuids: contacts.map(({ uuid }) => uuid) });
      return Promise.resolve({ kind: 'written', value: { created: contacts.length, known: 0 } });
    },
  });
  const short = Array.from({ length: 700 }, (_, place) => ({ uuid: uuidAt(place), surname: 'Lee' }));
  const long = Array.from({ length: 1_200 }, (_, place) => ({
    uuid: uuidAt(1_000 + place),
    surname: '王'.repeat(200),
    address: { street: '路'.repeat(200), city: '城'.repeat(200), infos: '门'.repeat(200) },
  }));
  const contacts = [...short, ...long];
  const result = await importContacts(
    { online, newId: () => 'key' },
    { uuid: uuidAt(9), name: 'x', reading: { contacts, bad: [] }, signal: new AbortController().signal },
    () => undefined
  );
  expect(result).toEqual({ kind: 'imported', created: 1_900, known: 0 });
  expect(sent.flatMap(({ uuids }) => uuids)).toEqual(contacts.map(({ uuid }) => uuid));
  expect(sent[0]?.uuids).toHaveLength(500);
  expect(Math.max(...sent.map(({ bytes }) => bytes))).toBeLessThan(1024 * 1024);
});
