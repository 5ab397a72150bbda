/** Records that the states of `setupStates.ts` show. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { writeSupporter } from '../../src/domain/contacts/supporter';
import { type TestService } from './harness';

type Written = { data: { id: number } };

async function write(
  service: TestService,
  method: 'POST' | 'PATCH',
  path: string,
  data: object
): Promise<Written> {
  const response = await fetch(`${service.address}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${service.tokens.admin}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ data }),
  });
  assert.ok(response.ok, `${path}: ${response.status} ${await response.clone().text()}`);
  return (await response.json()) as Written;
}

const post = (service: TestService, path: string, data: object) => write(service, 'POST', path, data);

/** Adds what the states show: an import, a price twice, one in another currency, a gift without a contact. */
export async function addSetupRecords(service: TestService): Promise<void> {
  const begun = await post(service, '/v1/contact_imports', {
    uuid: randomUUID(),
    name: 'members-of-the-year.csv',
    lines: 3,
    bad: 2,
    bad_lines: [
      { line: 3, column: 'Mail', error: 'mail' },
      { line: 4, error: 'cells' },
    ],
  });
  const zoe = { firstname: 'Zoé', surname: 'Zimmermann', mail: 'zoe@example.org' };
  await post(service, `/v1/contact_imports/${begun.data.id}/contacts`, {
    contacts: [{ uuid: randomUUID(), ...zoe }],
  });
  await post(service, '/v1/donation_prices', { name: 'Twice the same', amount: 1200, currency: 'eur' });
  await post(service, '/v1/donation_prices', { name: 'Friends abroad', amount: 2500, currency: 'chf' });
  await addGift(service);
}

/** A gift of somebody who was no contact. */
async function addGift(service: TestService): Promise<void> {
  const comment = writeSupporter({ name: 'Zoé Zimmermann', mail: 'zoe@example.org', phone: '0600000001' });
  const gift = { amount: 2_000, currency: 'eur', date: new Date().toISOString() };
  await post(service, '/v1/transaction_bundles', {
    transactions: [{ ...gift, payment_method_kind: 'cash', comment, delivery_token: randomUUID() }],
    donations: [gift],
  });
}

/** Somebody else changes what an action is about. */
export const changeAction = (service: TestService, id: number, pitch: string) =>
  write(service, 'PATCH', `/actions/${id}`, { action: { pitch } });

export const setTiles = (service: TestService, url: string | null) =>
  write(service, 'PATCH', '/v1/space', {
    map_tiles: url === null ? null : { url, attribution: '© Town of tests' },
  });
