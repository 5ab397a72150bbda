import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { sql } from 'drizzle-orm';

import { hashToken } from '../../server/auth/tokens';
import { importPrices } from '../../server/cli/import/prices';
import { type TestService, type TestSpace, bundleOf, startTestService } from './harness';

describe('the catalogue', () => {
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace();
  });
  after(() => service.close());

  const send = (method: 'POST' | 'PATCH', path: string, data: object, headers: Record<string, string> = {}) =>
    service.call(space.tokens.admin, method, path, { body: { data }, headers });
  const list = async (path: string) => (await service.call(space.tokens.volunteer, 'GET', path)).body.data;
  const changeOf = async (kind: string, id: number) => {
    await service.untilShown();
    const { body } = await service.call(space.tokens.volunteer, 'GET', '/v1/changes?limit=1000');
    return body.data.changes.find(
      (entry: { kind: string; id: number }) => entry.kind === kind && entry.id === id
    );
  };

  it('gets a donation price that is changed and hidden, and reaches phones by the feed', async () => {
    const { body } = await send('POST', '/v1/donation_prices', {
      name: '€30',
      amount: 3000,
      currency: 'eur',
    });
    const { id } = body.data;
    assert.deepEqual([body.data.hidden, body.data.allow_custom_amount], [false, false]);
    assert.equal((await changeOf('donation_price', id)).record.amount, 3000);
    const changed = await send('PATCH', `/v1/donation_prices/${id}`, { amount: 3500, hidden: true });
    assert.deepEqual(
      [changed.body.data.name, changed.body.data.amount, changed.body.data.hidden],
      ['€30', 3500, true]
    );
    assert.equal((await changeOf('donation_price', id)).record.hidden, true);
  });

  it('gets groups with membership prices, and statuses', async () => {
    const group = (await send('POST', '/v1/membership_price_groups', { name: 'Youth' })).body.data;
    const price = { name: 'Under 26', amount: 500, currency: 'eur', membership_price_group_id: group.id };
    const made = await send('POST', '/v1/membership_prices', {
      ...price,
      duration: 'P1Y',
      rolling_period: 'calendar',
    });
    const [stored] = made.body.data.membership_prices;
    assert.deepEqual([stored.name, stored.duration, stored.rolling_period], ['Under 26', 'P1Y', 'calendar']);
    const cleared = await send('PATCH', `/v1/membership_prices/${stored.id}`, { duration: null });
    assert.equal(cleared.body.data.membership_prices[0].duration, undefined);
    assert.equal(
      (await send('PATCH', `/v1/membership_price_groups/${group.id}`, { hidden: true })).body.data.hidden,
      true
    );
    const status = (await send('POST', '/v1/transaction_statuses', { name: 'To check', kind: 'other' })).body
      .data;
    const archived = await send('PATCH', `/v1/transaction_statuses/${status.id}`, {
      archived: true,
      color: '#112233',
    });
    assert.deepEqual([archived.body.data.archived, archived.body.data.color], [true, '#112233']);
  });

  it('gets settings and rules; a payment method is hidden, and records that use it still arrive', async () => {
    const before = await list('/v1/transaction_settings');
    const { body } = await send('PATCH', '/v1/transaction_settings', {
      payment_method_kinds: ['card', 'cash'],
      default_donation_price_id: null,
      membership_prefix: 'M-',
      rules: { largest_cash_gift: 15_000, most_cash_carried: null },
    });
    assert.deepEqual(body.data.payment_method_kinds, ['card', 'cash']);
    assert.equal(body.data.default_donation_price_id, undefined);
    assert.equal(body.data.membership_prefix, 'M-');
    assert.deepEqual(body.data.additional_settings, {
      ...before.additional_settings,
      rules: { largest_cash_gift: 15_000 },
    });
    const late = await service.call(space.tokens.volunteer, 'POST', '/v1/transaction_bundles', {
      body: bundleOf(space, { payment_method_kind: 'cheque' }),
    });
    assert.equal(late.status, 200);
  });

  it('gets an account for transfers beside the rules, refuses a wrong digit, and removes it', async () => {
    const patch = (data: object) => send('PATCH', '/v1/transaction_settings', data);
    const transfer = { payee: 'Plateau e.V.', iban: 'DE89370400440532013000', bic: 'COBADEFF' };
    await patch({ rules: { largest_cash_gift: 15_000 } });
    const set = await patch({ transfer });
    assert.deepEqual(set.body.data.additional_settings.transfer, transfer);
    assert.deepEqual(set.body.data.additional_settings.rules, { largest_cash_gift: 15_000 });
    const wrong = await patch({ transfer: { ...transfer, iban: 'DE89370400440532013001' } });
    assert.deepEqual([wrong.status, wrong.body.errors[0].location], [422, 'body/data/transfer/iban']);
    // The rules are another part of the same value.
    const { body } = await patch({ rules: { largest_cash_gift: 20_000 } });
    assert.deepEqual(body.data.additional_settings.transfer, transfer);
    const removed = await patch({ transfer: null });
    assert.equal('transfer' in removed.body.data.additional_settings, false);
    assert.deepEqual(removed.body.data.additional_settings.rules, { largest_cash_gift: 20_000 });
  });

  it('refuses what is wrong at its field, and writes nothing', async () => {
    const before = await list('/v1/donation_prices');
    for (const [path, data, location] of [
      ['/v1/donation_prices', { name: ' ', amount: 1, currency: 'eur' }, 'name'],
      ['/v1/donation_prices', { name: 'x', amount: -1, currency: 'eur' }, 'amount'],
      ['/v1/donation_prices', { name: 'x', amount: 1, currency: 'euro' }, 'currency'],
      ['/v1/donation_prices', { name: 'x', amount: 1, currency: 'xxq' }, 'currency'],
      ['/v1/transaction_statuses', { name: 'x', kind: 'other', color: 'red' }, 'color'],
      [
        '/v1/membership_prices',
        { name: 'x', amount: 1, currency: 'eur', membership_price_group_id: 999_999 },
        'membership_price_group_id',
      ],
    ] as const) {
      const { status, body } = await send('POST', path, data);
      assert.equal(status, 422, location);
      assert.equal(body.errors[0].location, `body/data/${location}`);
    }
    const settings = await send('PATCH', '/v1/transaction_settings', { default_status_id: 999_999 });
    assert.equal(settings.body.errors[0].location, 'body/data/default_status_id');
    const currency = await send('PATCH', '/v1/transaction_settings', { currency: 'zzz' });
    assert.equal(currency.body.errors[0].location, 'body/data/currency');
    assert.deepEqual(await list('/v1/donation_prices'), before);
  });

  it('is written once per key, and only as it was read with If-Match', async () => {
    const headers = { 'idempotency-key': 'one-price-0001' };
    const price = { name: 'Once', amount: 100, currency: 'eur' };
    const [one, two] = [
      await send('POST', '/v1/donation_prices', price, headers),
      await send('POST', '/v1/donation_prices', price, headers),
    ];
    assert.equal(one.text, two.text);
    const read = await service.call(space.tokens.admin, 'GET', '/v1/donation_prices?limit=1000');
    const match = { 'if-match': read.headers.etag ?? '' };
    const path = `/v1/donation_prices/${one.body.data.id}`;
    assert.equal((await send('PATCH', path, { amount: 200 }, match)).status, 200);
    assert.equal((await send('PATCH', path, { amount: 300 }, match)).status, 412);
  });

  it('has every change in the audit log, with who and which fields; a change of nothing is none', async () => {
    const id = space.catalogue.donationPrices[0];
    const path = `/v1/donation_prices/${id}`;
    await send('PATCH', path, { amount: 777 });
    await send('PATCH', path, { amount: 777 });
    const { body } = await service.call(space.tokens.admin, 'GET', '/v1/audit?kind=settings&limit=1000');
    const entries = body.data.entries.filter(
      (entry: { record_kind: string; record_id: number; fields: string[] }) =>
        entry.record_kind === 'donation_price' && entry.record_id === id && entry.fields.includes('amount')
    );
    assert.deepEqual(
      entries.map(({ actor, fields }: { actor: { id: number }; fields: string[] }) => [actor.id, fields]),
      [[space.userIds.admin, ['amount']]]
    );
  });

  it('is protected by the database: managers cannot write it, and nobody deletes what money refers to', async () => {
    const callerOf = async (token: string) => {
      const caller = await service.database.findCaller(hashToken(token).toString('hex'));
      assert.ok(caller);
      return caller;
    };
    const manager = await callerOf(space.tokens.manager);
    await assert.rejects(
      service.database.write(manager, (tx) =>
        tx.execute(
          sql`INSERT INTO donation_prices (group_id, name, amount, currency) VALUES (${space.groupId}, 'x', 1, 'eur')`
        )
      ),
      { code: '42501' }
    );
    const changed = await service.database.write(manager, (tx) =>
      tx.execute(sql`UPDATE transaction_settings SET currency = 'usd'`)
    );
    assert.equal(changed.rowCount, 0);
    const admin = await callerOf(space.tokens.admin);
    await assert.rejects(
      service.database.write(admin, (tx) => tx.execute(sql`DELETE FROM donation_prices`)),
      { code: '42501' }
    );
    const [price] = space.catalogue.donationPrices;
    await service.call(space.tokens.volunteer, 'POST', '/v1/transaction_bundles', {
      body: { data: { ...bundleOf(space).data, donations: [{ amount: 1, donation_price_id: price }] } },
    });
    await assert.rejects(
      service.database.asOwner((tx) => tx.execute(sql`DELETE FROM donation_prices WHERE id = ${price ?? 0}`)),
      (error: { code?: string; cause?: { code?: string } }) => (error.cause?.code ?? error.code) === '23503'
    );
  });

  it('stays the same when the same prices are imported twice, with and without an external id', async () => {
    const lines = [
      { name: 'Imported', amount: 1234, currency: 'eur', external_id: undefined },
      { name: 'Grouped', amount: 50, currency: 'EUR', membership_price_group: 'Imported group' },
      { name: 'Named', amount: 9, currency: 'eur', external_id: 'p-1' },
    ].map(({ amount, ...cells }) => ({ cells, amount }));
    const run = () => service.database.asOwner((tx) => importPrices(tx, space.groupId, lines));
    assert.deepEqual(await run(), { created: 3, changed: 0, unchanged: 0 });
    assert.deepEqual(await run(), { created: 0, changed: 0, unchanged: 3 });
  });
});
