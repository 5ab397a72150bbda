import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';

import { readMyCash } from '@/db/cash/myCash';
import { listPromises } from '@/db/promises';
import { cashInHand } from '@/domain/cash/cashChain';
import { recordPaymentAsGift } from '@/features/outbox/paidTwice';
import { payPromise } from '@/features/promises/mutations';
import { cancelRecord } from '@/features/shared/cancelRecord';
import { type Runtime } from '@/features/shared/runtime';

import { bundleOf, startTestService, type TestService, type TestSpace } from '../server/harness';
import { openMemoryEngine } from '../support/sqlite';
import { amountsIn, startSystemPhone, type SystemPhone } from './support';

/** The phones have no receipt book. */
const noBook: Runtime['receipts'] = {
  signer: () => Promise.resolve(null),
  ensureSigner: () => Promise.reject(new Error('no book')),
  isSigned: () => Promise.resolve(false),
  link: () => '',
};

/** What the writes of a screen need of the app. */
const contextOf = ({ store, scope, clock }: SystemPhone) => ({
  store,
  scope,
  now: () => clock.now(),
  newId: () => randomUUID() as string,
  random: () => 0.5,
  receipts: noBook,
});

/** The cash in the hand of the person with the phone. */
async function cashOf({ store, scope }: SystemPhone): Promise<number> {
  const { entries, chain } = await readMyCash(store, scope);
  return cashInHand(entries, chain)[0]?.amount ?? 0;
}

for (const extensions of [true, false]) {
  describe(`two phones mark one promise as paid, at ${extensions ? 'our service' : 'a service without extensions'}`, () => {
    let service: TestService;
    let space: TestSpace;
    let phones: SystemPhone[] = [];
    before(async () => {
      service = await startTestService({ extensions });
    });
    beforeEach(async () => {
      for (const phone of phones) await phone.engine.stop();
      phones = [];
      space = await service.createSpace();
    });
    after(async () => {
      for (const phone of phones) await phone.engine.stop();
      await service.close();
    });

    const sync = async (phone: SystemPhone) => {
      await service.untilShown();
      phone.engine.requestRound('button');
      await phone.pass(600_000);
    };

    type People = readonly [first: 'volunteer' | 'manager', second: 'volunteer' | 'manager'];

    /** Both have the promise and mark it as paid without signal; then the first sends, then the second. */
    async function paidTwice([one, other]: People = ['volunteer', 'manager'], { amount = 2_000 } = {}) {
      const made = await service.call(space.tokens.volunteer, 'POST', '/v1/transaction_bundles', {
        body: bundleOf(space, {
          payment_method_kind: 'transfer',
          unpaid_amount: 2_000,
          status_id: space.catalogue.statuses.unpaid,
          payment_method: { promised: true, call_back: '2026-03-20' },
          delivery_token: randomUUID(),
        }),
        headers: { 'idempotency-key': randomUUID() },
      });
      assert.equal(made.status, 200);
      await service.untilShown();
      const [first, second] = [
        await startSystemPhone({ service, space, person: one, engine: openMemoryEngine() }),
        await startSystemPhone({ service, space, person: other, engine: openMemoryEngine() }),
      ];
      phones = [first, second];
      const rowIds: string[] = [];
      for (const phone of phones) {
        await sync(phone);
        const [promise] = await listPromises(phone.store, phone.scope);
        assert.ok(promise);
        const rowId = randomUUID();
        rowIds.push(rowId);
        const rest = { id: randomUUID(), callBack: null };
        const payment = { rowId, amount, method: 'cash', details: {}, rest };
        const id = String(promise.view.id);
        assert.equal(await payPromise(contextOf(phone), { id, who: 'Jeanne' }, payment), 'saved');
        assert.equal(await cashOf(phone), amount);
      }
      await sync(first);
      await sync(second);
      return { first, second, rowId: rowIds[1] ?? '' };
    }

    test('the first counts, the second is a question, and nothing is sent until it is answered', async () => {
      const { first, second } = await paidTwice();
      assert.deepEqual(await first.states(), []);
      const [row] = await second.rows();
      assert.equal(row?.state, 'parked');
      assert.equal(row.problem?.kind === 'refused' && row.problem.refusal.code, 'already_paid');
      assert.deepEqual(await amountsIn(service, space), [2_000]);
      assert.equal(await cashOf(first), 2_000);
    });

    test('the second is a question also for its maker, who may not change what a manager has received', async () => {
      const { first, second, rowId } = await paidTwice(['manager', 'volunteer']);
      assert.deepEqual(await first.states(), []);
      const [row] = await second.rows();
      assert.equal(row?.problem?.kind === 'refused' && row.problem.refusal.code, 'already_paid');
      assert.equal(await recordPaymentAsGift(contextOf(second), { id: rowId }, 'Paid twice'), true);
      await sync(second);
      assert.deepEqual(await amountsIn(service, space), [2_000, 2_000]);
      assert.deepEqual([await cashOf(first), await cashOf(second)], [2_000, 2_000]);
    });

    test('of both paid in part, what the first left open stays promised, and nothing else', async () => {
      const { first, second, rowId } = await paidTwice(undefined, { amount: 500 });
      await sync(first);
      await sync(second);
      assert.equal(await cancelRecord(contextOf(second), rowId, { reason: 'twice', note: '' }), 'cancelled');
      for (const phone of [second, first, second]) await sync(phone);
      for (const { store, scope } of [first, second]) {
        const left = await listPromises(store, scope);
        assert.deepEqual(
          left.map(({ amount, recordedBy }) => [amount, recordedBy]),
          [[1_500, space.userIds.volunteer]]
        );
      }
    });

    test('it was the same payment: the second has no cash of it', async () => {
      const { second, rowId } = await paidTwice();
      const answer = { reason: 'twice', note: '' } as const;
      assert.equal(await cancelRecord(contextOf(second), rowId, answer), 'cancelled');
      assert.equal(await cashOf(second), 0);
      await sync(second);
      assert.equal(await cashOf(second), 0);
      assert.deepEqual(await amountsIn(service, space), [2_000]);
    });

    test('both got money: the second payment is a gift of its own, which arrives once', async () => {
      const { first, second, rowId } = await paidTwice();
      const context = contextOf(second);
      assert.equal(await recordPaymentAsGift(context, { id: rowId }, 'Paid twice'), true);
      assert.equal(await recordPaymentAsGift(context, { id: rowId }, 'Paid twice'), false);
      assert.equal(await cashOf(second), 2_000);
      await sync(second);
      assert.deepEqual(await amountsIn(service, space), [2_000, 2_000]);
      assert.deepEqual(await second.states(), []);
      assert.deepEqual([await cashOf(first), await cashOf(second)], [2_000, 2_000]);
      const { entries } = await readMyCash(second.store, second.scope);
      // A count names the payment too, and finds the gift by it.
      assert.deepEqual(
        entries.map(({ firstId }) => firstId),
        [rowId]
      );
    });
  });
}
