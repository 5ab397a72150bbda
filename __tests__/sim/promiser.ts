import { makeExternalId, timestampWithOffset, type Capture } from '@/domain/bundle';
import { dayOf } from '@/domain/day';
import type { Draft } from '@/features/capture/draft';
import { saveCapture } from '@/features/capture/mutations';
import { movePromise, payPromise } from '@/features/promises/mutations';

import { isPromised } from './gift';
import type { Random } from './random';
import type { World } from './world';

const day = 86_400_000;

/** Records that somebody will give later. */
export async function makePromise(
  { phone, clock, space, oracle, log }: World,
  random: Random
): Promise<void> {
  const runtime = phone.runtime();
  if (!runtime) return;
  log.count('gift_promised');
  const owner = phone.userId;
  const payer = { kind: 'contact', contactId: random.pick(space.contactIds) } as const;
  const amount = random.between(1, 500) * 100;
  const id = random.uuid();
  const savedAt = clock.now();
  const capture: Capture = {
    id,
    externalId: makeExternalId(random.unit),
    takenAt: timestampWithOffset(savedAt - (savedAt % 60_000), 60),
    currency: 'eur',
    payer,
    paymentMethodKind: random.pick(['cash', 'cheque']),
    items: [{ kind: 'donation', beneficiary: payer, amount }],
    promise: { callBack: random.is(0.5) ? dayOf(savedAt + 7 * day) : null },
  };
  oracle.intend(id, () => {
    oracle.saveGift(id, owner, amount, savedAt).promise = { paidBy: null };
  });
  const draft = { replaces: null, method: 'cash', currency: 'eur', campaign: '' } as Draft;
  const result = await saveCapture(runtime, { capture, draft, draftKey: 'capture:new', who: null });
  if (result.kind !== 'saved') return;
  oracle.adopt(id);
  phone.requestRound('write');
}

/** The last version of an open promise of this user. */
function pickPromise({ phone, oracle }: World, random: Random): string | null {
  const own = oracle.gifts.filter(
    (gift) =>
      gift.owner === phone.userId &&
      isPromised(gift) &&
      gift.cancelled === null &&
      !gift.isDecided &&
      !gift.mayBeAbsent
  );
  return own.length === 0 ? null : (random.pick(own).ids.at(-1) ?? null);
}

/** Gets what was promised, or a part of it, in cash. */
export async function payPromised(world: World, random: Random): Promise<void> {
  const { phone, clock, oracle, log } = world;
  const runtime = phone.runtime();
  const id = pickPromise(world, random);
  if (id === null || !runtime) return;
  const owner = phone.userId;
  const [rowId, restId] = [random.uuid(), random.uuid()];
  const promised = oracle.giftOf(id)?.amounts.get(id) ?? 0;
  const isPart = promised > 100 && random.is(0.4);
  const amount = isPart ? random.between(1, promised / 100 - 1) * 100 : promised;
  log.count(isPart ? 'promise_paid_in_part' : 'promise_paid');
  const paidAt = clock.now();
  const takenOn = dayOf(paidAt);
  oracle.intend(rowId, () => {
    oracle.payGift(id, rowId, paidAt, takenOn);
    if (!isPart) return;
    oracle.correctGift(id, rowId, { amount, takenOn });
    oracle.saveGift(restId, owner, promised - amount, paidAt).promise = { paidBy: null };
  });
  const callBack = random.is(0.5) ? dayOf(paidAt + 7 * day) : null;
  const payment = { rowId, amount, method: 'cash', details: {}, rest: { id: restId, callBack } };
  const result = await payPromise({ ...runtime, random: random.unit }, { id, who: null }, payment);
  if (result !== 'saved') return;
  oracle.adopt(rowId);
  phone.requestRound('write');
}

export async function movePromiseDay(world: World, random: Random): Promise<void> {
  const { phone, clock } = world;
  const runtime = phone.runtime();
  const id = pickPromise(world, random);
  if (id === null || !runtime) return;
  const callBack = random.is(0.8) ? dayOf(clock.now() + random.between(1, 30) * day) : null;
  const result = await movePromise({ ...runtime, newId: random.uuid }, { id, who: null }, callBack);
  if (result === 'saved') phone.requestRound('write');
}
