import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { type TestService, type TestSpace, bundleOf, startTestService } from './harness';

const DATE = '2026-03-01T10:00:00.000Z';

describe('transaction bundles', () => {
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace();
  });
  after(() => service.close());

  const create = (data: unknown, who: 'volunteer' | 'manager' = 'volunteer') =>
    service.call(space.tokens[who], 'POST', '/v1/transaction_bundles', { body: { data } });
  const total = async () =>
    (await service.call(space.tokens.admin, 'GET', '/v1/transaction_bundles?limit=1')).body.total;
  const history = async (id: number) =>
    (await service.call(space.tokens.admin, 'GET', `/v1/transaction_bundles/${id}/history`)).body.data;
  const countRows = async (table: string) => {
    const { rows } = await service.database.asOwner(({ $client: client }) =>
      client.query(`SELECT count(*) AS count FROM ${table} WHERE group_id = $1`, [space.groupId])
    );
    return rows[0].count;
  };

  it('are stored field by field, with a computed summary and a history of creations', async () => {
    const [payer, member] = space.contactIds;
    const { catalogue } = space;
    const transaction = {
      amount: 7000,
      currency: 'eUr',
      payment_method_kind: 'cheque',
      payment_method: { number: '12', nested: { kept: null } },
      contact_id: payer,
      date: DATE,
      code_campaign: 'AUTUMN',
      delivered_at: DATE,
      delivery_token: 'token-1',
      comment: 'Zoé said “thanks” 🙂',
      comment_date: DATE,
      reimbursed_amount: 0,
      unpaid_amount: 5,
      external_transaction_id: 9007199254740991,
      status_id: catalogue.statuses.unpaid,
    };
    const membership = {
      contact_id: member,
      start_date: DATE,
      end_date: '2027-03-01T10:00:00.000Z',
      membership_price_id: catalogue.membershipPrices.yearly,
      amount: 2000,
      amount_initial: 2000,
      currency: 'eur',
      comment: 'new',
      rolling_year: true,
    };
    const donation = {
      contact_id: payer,
      date: DATE,
      amount: 5000,
      initial_amount: 5000,
      currency: 'eur',
      donation_price_id: catalogue.donationPrices[0],
      affectation: 'Roof',
      comment: 'for the roof',
    };
    const { status, body } = await create({
      transactions: [transaction],
      memberships: [membership],
      donations: [donation],
    });
    assert.equal(status, 200);
    const { id, summary, ...items } = body.data;
    const [[first], [second], [third]] = [items.transactions, items.memberships, items.donations];
    assert.deepEqual(summary, { transactions_count: 1, memberships_count: 1, donations_count: 1 });
    assert.deepEqual(items, {
      created_by: space.userIds.volunteer,
      transactions: [{ id: first.id, ...transaction }],
      memberships: [{ id: second.id, ...membership }],
      donations: [{ id: third.id, ...donation }],
    });
    assert.deepEqual(
      (await service.call(space.tokens.admin, 'GET', `/v1/transaction_bundles/${id}`)).body.data,
      body.data
    );
    const entries = await history(id);
    assert.deepEqual(
      entries.map(({ kind, target_id, old, transaction_bundle_id }: Record<string, unknown>) => [
        kind,
        target_id,
        old,
        transaction_bundle_id,
      ]),
      [
        ['transaction', first.id, null, id],
        ['membership', second.id, null, id],
        ['donation', third.id, null, id],
      ]
    );
    assert.deepEqual(entries[0].new, first);
  });

  it('return their items in the order of the request', async () => {
    const transactions = Array.from({ length: 20 }, (_, index) => ({
      ...bundleOf(space).data.transactions[0],
      amount: index,
    }));
    const { body } = await create({ transactions });
    assert.deepEqual(
      body.data.transactions.map((item: { amount: number }) => item.amount),
      [...Array(20).keys()]
    );
  });

  it('get the default status of the settings, and times of any offset in UTC', async () => {
    const { body } = await create(bundleOf(space, { date: '2026-03-01T12:30:00+02:00' }).data);
    assert.equal(body.data.transactions[0].status_id, space.catalogue.statuses.valid);
    assert.equal(body.data.transactions[0].date, '2026-03-01T10:30:00.000Z');
  });

  it('need no contact, because a new supporter is not one yet', async () => {
    const { body } = await create(bundleOf(space, { contact_id: undefined, comment: 'Name: X' }).data);
    assert.equal('contact_id' in body.data.transactions[0], false);
  });

  it('are refused completely for one wrong item, with its location, and write nothing', async () => {
    const other = await service.createSpace();
    const good = bundleOf(space).data.transactions[0];
    const before = [await total(), await countRows('bundle_history'), await countRows('transactions')];
    const faults: [unknown, string[]][] = [
      [{ transactions: [] }, ['body/data/transactions']],
      [{}, ['body/data/transactions']],
      [
        { transactions: [{ amount: 1 }] },
        [
          'body/data/transactions/0/currency',
          'body/data/transactions/0/payment_method_kind',
          'body/data/transactions/0/date',
        ],
      ],
      [{ transactions: [good, { ...good, amount: -1 }] }, ['body/data/transactions/1/amount']],
      [{ transactions: [{ ...good, amount: 1.5 }] }, ['body/data/transactions/0/amount']],
      [
        { transactions: [{ ...good, contact_id: other.contactIds[0] }] },
        ['body/data/transactions/0/contact_id'],
      ],
      [
        { transactions: [good, { ...good, contact_id: 99999999, payment_method_kind: 'gold' }] },
        ['body/data/transactions/1/contact_id', 'body/data/transactions/1/payment_method_kind'],
      ],
      [
        { transactions: [{ ...good, status_id: other.catalogue.statuses.valid }] },
        ['body/data/transactions/0/status_id'],
      ],
      [
        {
          transactions: [good],
          memberships: [{ membership_price_id: other.catalogue.membershipPrices.yearly }],
        },
        ['body/data/memberships/0/membership_price_id'],
      ],
      [
        { transactions: [good], donations: [{ amount: 1 }, { donation_price_id: 0 }] },
        ['body/data/donations/1/donation_price_id'],
      ],
      [{ transactions: [good], memberships: [{ contact_id: 0 }] }, ['body/data/memberships/0/contact_id']],
      [{ id: 3, transactions: [good] }, ['body/data']],
      [{ transactions: [{ ...good, comment: 'nul \u0000' }] }, ['body/data/transactions/0/comment']],
    ];
    for (const [data, locations] of faults) {
      const { status, body } = await create(data);
      assert.equal(status, 422, JSON.stringify(locations));
      assert.equal(body.code, 'invalid');
      assert.deepEqual(
        body.errors.map((fault: { location: string }) => fault.location),
        locations
      );
    }
    assert.deepEqual(
      [await total(), await countRows('bundle_history'), await countRows('transactions')],
      before
    );
  });

  it('may have more items than max_batch_size, which limits deposit batches', async () => {
    const good = bundleOf(space).data.transactions[0];
    const many = { transactions: Array(60).fill(good), donations: Array(60).fill({ amount: 1 }) };
    const { status, body } = await create(many);
    assert.equal(status, 200);
    const added = await service.call(
      space.tokens.manager,
      'PATCH',
      `/v1/transaction_bundles/${body.data.id}`,
      {
        body: { data: { id: body.data.id, donations: [{ amount: 2 }] } },
      }
    );
    assert.deepEqual([added.status, added.body.data.summary.donations_count], [200, 61]);
  });

  it('are listed oldest first, page by page, with their total', async () => {
    const own = await service.createSpace();
    const ids: number[] = [];
    for (let index = 0; index < 5; index += 1) {
      const { body } = await service.call(own.tokens.volunteer, 'POST', '/v1/transaction_bundles', {
        body: bundleOf(own),
      });
      ids.push(body.data.id);
    }
    const page = async (query: string) => {
      const { body } = await service.call(own.tokens.admin, 'GET', `/v1/transaction_bundles${query}`);
      return [body.data.map((bundle: { id: number }) => bundle.id), body.total];
    };
    assert.deepEqual(await page(''), [ids, 5]);
    assert.deepEqual(await page('?limit=2'), [ids.slice(0, 2), 5]);
    assert.deepEqual(await page('?limit=2&offset=4'), [ids.slice(4), 5]);
    assert.deepEqual(await page('?offset=9'), [[], 5]);
    for (const query of ['limit=1001', 'limit=0', 'offset=-1', 'limit=ten']) {
      assert.equal(
        (await service.call(own.tokens.admin, 'GET', `/v1/transaction_bundles?${query}`)).status,
        422,
        query
      );
    }
  });

  it('are listed in pages of a hundred by default and a thousand at most', async () => {
    const own = await service.createSpace();
    await service.database.asOwner(({ $client: client }) =>
      client.query(
        `INSERT INTO transaction_bundles (group_id, created_by) SELECT $1, $2 FROM generate_series(1, 1100)`,
        [own.groupId, own.userIds.volunteer]
      )
    );
    const size = async (query: string) =>
      (await service.call(own.tokens.admin, 'GET', `/v1/transaction_bundles${query}`)).body.data.length;
    assert.equal(await size(''), 100);
    assert.equal(await size('?limit=1000'), 1000);
  });

  describe('when updated', () => {
    const update = (id: number, data: unknown, who: 'volunteer' | 'leader' | 'manager' = 'volunteer') =>
      service.call(space.tokens[who], 'PATCH', `/v1/transaction_bundles/${id}`, { body: { data } });
    const make = async () =>
      (await create({ ...bundleOf(space).data, memberships: [{ amount: 500, comment: 'keep' }] })).body.data;

    it('change items with an id field by field, add items without, and keep the rest', async () => {
      const bundle = await make();
      const [transaction] = bundle.transactions;
      const { body } = await update(bundle.id, {
        id: bundle.id,
        transactions: [{ id: transaction.id, comment: 'paid late' }],
        donations: [{ amount: 100, date: DATE }],
      });
      assert.deepEqual(body.data.transactions, [{ ...transaction, comment: 'paid late' }]);
      assert.deepEqual(body.data.memberships, bundle.memberships);
      assert.equal(body.data.donations[0].amount, 100);
      assert.deepEqual(body.data.summary, {
        transactions_count: 1,
        memberships_count: 1,
        donations_count: 1,
      });
      const entries = (await history(bundle.id)).slice(2);
      assert.deepEqual(
        entries.map((entry: { kind: string; old: unknown; new: unknown }) => [
          entry.kind,
          entry.old,
          entry.new,
        ]),
        [
          ['transaction', transaction, { ...transaction, comment: 'paid late' }],
          ['donation', null, body.data.donations[0]],
        ]
      );
    });

    it('record a change of status as transaction_status, separately from other changes', async () => {
      const bundle = await make();
      const [{ id }] = bundle.transactions;
      const { unpaid, reimbursed } = space.catalogue.statuses;
      await update(bundle.id, { id: bundle.id, transactions: [{ id, status_id: unpaid }] });
      await update(bundle.id, { id: bundle.id, transactions: [{ id, status_id: reimbursed, amount: 1 }] });
      const entries = (await history(bundle.id)).slice(2);
      assert.deepEqual(
        entries.map((entry: { kind: string }) => entry.kind),
        ['transaction_status', 'transaction', 'transaction_status']
      );
      assert.deepEqual(
        [entries[0].old.status_id, entries[0].new.status_id],
        [space.catalogue.statuses.valid, unpaid]
      );
      assert.equal(entries[0].target_id, id);
    });

    it('record no history when nothing changes', async () => {
      const bundle = await make();
      const entries = await history(bundle.id);
      const done = await update(bundle.id, {
        id: bundle.id,
        transactions: bundle.transactions,
        memberships: bundle.memberships,
      });
      assert.equal(done.status, 200);
      assert.deepEqual(await history(bundle.id), entries);
    });

    it('are refused completely for one error, and change nothing', async () => {
      const [bundle, another] = [await make(), await make()];
      const [{ id }] = bundle.transactions;
      const entries = await history(bundle.id);
      const full = { amount: 1, currency: 'eur', payment_method_kind: 'cash', date: DATE };
      const faults: [unknown, string][] = [
        [{ id: another.id, transactions: [] }, 'body/data/id'],
        [{ transactions: [] }, 'body/data/id'],
        [
          {
            id: bundle.id,
            transactions: [
              { id, comment: 'x' },
              { id: another.transactions[0].id, comment: 'x' },
            ],
          },
          'body/data/transactions/1/id',
        ],
        [{ id: bundle.id, donations: [{ id: 1 }] }, 'body/data/donations/0/id'],
        [
          {
            id: bundle.id,
            transactions: [
              { id, comment: 'x' },
              { ...full, contact_id: 99999999 },
            ],
          },
          'body/data/transactions/1/contact_id',
        ],
        [
          { id: bundle.id, transactions: [{ id, status_id: 99999999 }] },
          'body/data/transactions/0/status_id',
        ],
        [{ id: bundle.id, transactions: [{ amount: 1 }] }, 'body/data/transactions/0'],
      ];
      for (const [data, location] of faults) {
        const { status, body } = await update(bundle.id, data);
        assert.equal(status, 422, location);
        assert.equal(body.errors[0].location, location);
      }
      assert.deepEqual(
        (await service.call(space.tokens.admin, 'GET', `/v1/transaction_bundles/${bundle.id}`)).body.data,
        bundle
      );
      assert.deepEqual(await history(bundle.id), entries);
    });

    it('can be changed by their author and by managers', async () => {
      const bundle = await make();
      const data = { id: bundle.id, transactions: [{ id: bundle.transactions[0].id, comment: 'x' }] };
      assert.equal((await update(bundle.id, data, 'leader')).status, 403);
      assert.equal((await update(bundle.id, data, 'manager')).status, 200);
    });

    it('by several people concurrently keep every change', async () => {
      const bundle = await make();
      const added = await Promise.all(
        Array.from({ length: 10 }, (_, amount) =>
          update(bundle.id, { id: bundle.id, donations: [{ amount }] }, 'manager')
        )
      );
      assert.deepEqual(
        added.map(({ status }) => status),
        Array(10).fill(200)
      );
      const { body } = await service.call(space.tokens.admin, 'GET', `/v1/transaction_bundles/${bundle.id}`);
      assert.equal(body.data.summary.donations_count, 10);
      assert.equal((await history(bundle.id)).length, 12);
    });

    it('give 404 if they do not exist, also for reads', async () => {
      assert.equal((await update(99999999, { id: 99999999 }, 'manager')).status, 404);
      for (const path of ['/v1/transaction_bundles/99999999', '/v1/transaction_bundles/99999999/history']) {
        assert.equal((await service.call(space.tokens.admin, 'GET', path)).status, 404);
      }
    });
  });
});
