import { setDraft } from '@/db/drafts';
import { saveRow } from '@/db/outbox';

import { captureBare } from './bare';
import { newBare, newStore, type OpenedStore, type Place } from './stores';
import { milliseconds, percentile, timed, type Measure } from '../measure';

const captures = 2_000;
const goal = 1.3;

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

/** One capture as the form makes it: its row with the frozen body and hash, and the end of its draft, in one commit. */
export function captureOnce({ store, scope }: Pick<OpenedStore, 'store' | 'scope'>, turn: number) {
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
  const save = () => saveRow(store, scope, { row, draftKey: 'capture', facts: async () => [] }, turn);
  return { id, body: row.body, save };
}

/** Durable captures, ours and one bare commit in turn. */
export async function measureCapturing(place: Place): Promise<Measure[]> {
  const opened = await newStore(place);
  const { store, scope, remove } = opened;
  const bare = await newBare(place);
  const ours: number[] = [];
  const plain: number[] = [];
  // Turn by turn, so that whatever else the machine does falls on both alike.
  for (let turn = 0; turn < captures; turn += 1) {
    const { id, save } = captureOnce(opened, turn);
    await store.write((tx) => setDraft(tx, scope, 'capture', { amount: '20' }, turn));
    ours.push(await timed(save));
    plain.push(await timed(() => captureBare(bare.engine, id, body(id))));
  }
  await remove();
  await bare.remove();
  return ([0.5, 0.95] as const).map((share) => {
    const [mine, theirs] = [percentile(ours, share), percentile(plain, share)];
    const isGoal = share === 0.5;
    return {
      work: `durable capture p${share * 100}`,
      ours: milliseconds(mine),
      against: `bare commit ${milliseconds(theirs)}`,
      ratio: mine / theirs,
      goal: isGoal ? `≤ ${goal}` : '',
      isMet: isGoal ? mine / theirs <= goal : null,
    };
  });
}
