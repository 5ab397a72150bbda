import { insertDayEntry } from '@/db/dayTotals';
import { removeDraft, setDraft } from '@/db/drafts';
import { setFact } from '@/db/facts';
import { enqueue } from '@/db/outbox/outbox';

import { captureBare } from './bare';
import { seeded, type Random } from './sample';
import { newBare, newStore, type OpenedStore, type Place } from './stores';
import { milliseconds, percentile, timed, type Measure } from '../measure';

const captures = 2_000;

function body(id: string): string {
  return JSON.stringify({
    data: {
      transactions: [
        {
          amount: 2000,
          currency: 'eur',
          payment_method_kind: 'cash',
          date: '2026-03-01T18:30:00+01:00',
          contact_id: 77,
          delivery_token: id,
          external_transaction_id: 4_503_599_627_370_495,
        },
      ],
      donations: [{ contact_id: 77, date: '2026-03-01T18:30:00+01:00', amount: 2000, currency: 'eur' }],
    },
  });
}

/**
 * One capture as the form saves it: its row with the frozen body and hash, and its draft deleted, in one commit;
 * optionally with the totals of the day and the defaults of the next form.
 */
export function captureOnce(
  { store, scope }: Pick<OpenedStore, 'store' | 'scope'>,
  turn: number,
  { withTotals = false } = {}
) {
  const id = `00000000-0000-4000-8000-${String(turn).padStart(12, '0')}`;
  const row = {
    id,
    kind: 'bundle_create',
    entity: `bundle:${id}`,
    body: body(id),
    bodyVersion: 1,
    who: 'Marie Dupont',
    amount: 2000,
    currency: 'eur',
    paymentMethodKind: 'cash',
    contactId: 77,
  } as const;
  const save = () =>
    store.write(async (tx) => {
      await enqueue(tx, scope, row, turn);
      if (withTotals) {
        await insertDayEntry(tx, scope, {
          id,
          savedAt: turn,
          takenOn: '2026-03-01',
          amount: 2000,
          currency: 'eur',
          paymentMethodKind: 'cash',
          memberships: 0,
          donations: 1,
          who: 'Marie Dupont',
        });
        await setFact(tx, scope, 'capture_last_used', { method: 'cash', currency: 'eur', campaign: '' });
      }
      await removeDraft(tx, scope, 'capture');
    });
  return { id, body: row.body, save };
}

/** Shuffles the same items differently each time, and identically in every run. */
function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const placed = items.map((thing) => ({ thing, place: random() }));
  return placed.sort((one, other) => one.place - other.place).map(({ thing }) => thing);
}

/**
 * Durable captures, ours and one bare commit, alternating in a different order each time, so that other load on the
 * machine and effects of one on the next affect all equally.
 */
export async function measureCapturing(place: Place): Promise<Measure[]> {
  const [opened, storeWithTotals] = [await newStore(place), await newStore(place)];
  const bare = await newBare(place);
  const random = seeded(1);
  const ours: number[] = [];
  const withTotals: number[] = [];
  const plain: number[] = [];
  for (let turn = 0; turn < captures; turn += 1) {
    const { id, save } = captureOnce(opened, turn);
    for (const { store, scope } of [opened, storeWithTotals])
      await store.write((tx) => setDraft(tx, scope, 'capture', { amount: '20' }, turn));
    const contest = [
      { times: ours, work: save },
      { times: plain, work: () => captureBare(bare.engine, id, body(id)) },
      { times: withTotals, work: captureOnce(storeWithTotals, turn, { withTotals: true }).save },
    ];
    for (const { times, work } of shuffled(random, contest)) times.push(await timed(work));
  }
  for (const { remove } of [opened, storeWithTotals, bare]) await remove();
  const measure = (work: string, times: readonly number[], share: number): Measure => {
    const [mine, theirs] = [percentile(times, share), percentile(plain, share)];
    return {
      work: `${work} p${share * 100}`,
      ours: milliseconds(mine),
      against: `bare commit ${milliseconds(theirs)}`,
      ratio: mine / theirs,
      goal: '',
      isMet: null,
    };
  };
  return [
    measure('durable capture', ours, 0.5),
    measure('durable capture', ours, 0.95),
    measure('the same with the totals of the day, as the form saves it', withTotals, 0.5),
  ];
}
