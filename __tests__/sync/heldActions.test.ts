import { getFact } from '@/db/facts';
import { setHeldActions } from '@/db/pull/heldActions';
import { listLeftActions } from '@/db/pull/leftActions';

import { actionChange, bucketPhone, contacts, enter, mine } from './bucketPhone';

describe('a person who sees everyone and chose actions', () => {
  const everyone = ['space', 'all', 'contacts'];
  const chosen = ['space', 'all', 'user:1', 'action:12'];
  const choose = ({ store, scope }: Awaited<ReturnType<typeof bucketPhone>>, actions: number[] | null) =>
    store.write((tx) => setHeldActions(tx, scope, actions));
  const choice = ({ store, scope }: Awaited<ReturnType<typeof bucketPhone>>) =>
    getFact(store, scope, 'held_actions');

  test('asks for their people only, and the others leave the phone without a notice', async () => {
    const phone = await bucketPhone({
      changes: [actionChange(12), ...contacts('contacts', 1, 2)],
      buckets: everyone,
    });
    await choose(phone, [12]);
    await phone.round({
      changes: contacts('action:12', 2),
      buckets: chosen,
      restarted: ['user:1', 'action:12'],
    });
    expect(phone.asked.at(-1)?.get('hold')).toBe('12');
    expect(await phone.held(1, 2)).toEqual([2]);
    await choose(phone, []);
    await phone.round({ buckets: ['space', 'all', 'user:1'] });
    expect(phone.asked.at(-1)?.get('hold')).toBe('');
    expect(await phone.held(1, 2)).toEqual([]);
    expect(await listLeftActions(phone.store, phone.scope)).toEqual([]);
    await choose(phone, null);
    await phone.round({ changes: contacts('contacts', 1, 2), buckets: everyone, restarted: ['contacts'] });
    expect(phone.asked.at(-1)?.has('hold')).toBe(false);
    expect(await phone.held(1, 2)).toEqual([1, 2]);
    await phone.engine.stop();
  });

  test('reads that an action does not exist any more, and does not choose it again', async () => {
    const phone = await bucketPhone({ changes: [actionChange(12)], buckets: everyone });
    await choose(phone, [12, 15]);
    await phone.round({ changes: contacts('action:12', 2), buckets: chosen, restarted: ['action:12'] });
    expect(await choice(phone)).toEqual([12]);
    await phone.engine.stop();
  });

  test('has no choice any more without that role: new actions come without asking', async () => {
    const phone = await bucketPhone({ changes: contacts('contacts', 1, 2), buckets: everyone });
    await choose(phone, [12]);
    await phone.round({ changes: contacts('action:12', 2), buckets: mine, restarted: mine });
    expect(await choice(phone)).toBeNull();
    await phone.round({
      changes: contacts('action:15', 1),
      buckets: [...mine, 'action:15'],
      restarted: ['action:15'],
    });
    expect(phone.asked.at(-1)?.has('hold')).toBe(false);
    expect(await phone.held(1, 2)).toEqual([1, 2]);
    await phone.engine.stop();
  });

  test('can choose from the first page on, before everyone is downloaded', async () => {
    const phone = await bucketPhone({
      changes: [actionChange(12), ...contacts('contacts', 1)],
      buckets: everyone,
      more: true,
    });
    expect(await getFact(phone.store, phone.scope, 'buckets')).toEqual(everyone);
    await choose(phone, [12]);
    await phone.round({ changes: contacts('action:12', 2), buckets: chosen, restarted: ['action:12'] });
    expect(phone.asked.at(-1)?.get('hold')).toBe('12');
    expect(await phone.held(1, 2)).toEqual([2]);
    await phone.engine.stop();
  });

  test('does not download the givers of all other gifts', async () => {
    const gift = (id: number) =>
      enter('all', 'transaction_bundle', 7, { transactions: [{ id: 70, amount: 500, contact_id: id }] });
    const fetched: number[] = [];
    const contactOnService = (id: number) => {
      fetched.push(id);
      return { id };
    };
    const phone = await bucketPhone({ changes: [actionChange(12)], buckets: everyone }, { contactOnService });
    await choose(phone, [12]);
    await phone.round({ changes: [gift(30)], buckets: chosen, restarted: ['action:12'] });
    expect(fetched).toEqual([]);
    await choose(phone, null);
    await phone.round({ changes: [gift(31)], buckets: everyone, restarted: ['contacts'] });
    expect(fetched).toEqual([31]);
    await phone.engine.stop();
  });
});
