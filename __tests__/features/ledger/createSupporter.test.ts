import { ContactCreateRequest } from '@/contract/contact';
import { createSupporterContact } from '@/features/ledger/unlinked/mutations';

import { onlineWith } from '../support/online';

/** The service responds with a new contact; what was sent to it. */
function service() {
  const sent: { key: string; body: unknown }[] = [];
  const online = onlineWith({
    write: (call: { key: string; body: unknown }) => {
      sent.push({ key: call.key, body: ContactCreateRequest.parse(call.body) });
      return Promise.resolve({ kind: 'written', value: { id: 94 } });
    },
  });
  return { online, sent };
}

it('leaves out a number or address that is none, and adds the contact', async () => {
  const { online, sent } = service();
  const supporter = { name: 'Nora Blum', mail: 'nora at home', phone: '06 11 or '.repeat(9) };
  expect(await createSupporterContact({ online }, { key: '300 Nora', supporter })).toBe(94);
  expect(sent).toEqual([
    { key: expect.any(String), body: { data: { uuid: sent[0]?.key, firstname: 'Nora', surname: 'Blum' } } },
  ]);
});

it('a later try for the same gift is the same contact, and another gift is not', async () => {
  const { online, sent } = service();
  const supporter = { name: 'Nora Blum' };
  for (const key of ['300 Nora', '300 Nora', '301 Nora'])
    await createSupporterContact({ online }, { key, supporter });
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[2]?.key).not.toBe(sent[0]?.key);
});
