/** What a person does in a cycle. An action returns false where there was nothing to do. */
import type { Random } from '../sim/random';
import type { World } from './world';

const actions = {
  record: ({ volunteer, book }) => volunteer.record(book.newGift(), 'Cash'),
  'record two': async ({ volunteer, book }) => {
    const gift = book.newGift();
    await volunteer.record(gift, 'Cash');
    await volunteer.record(gift, 'Cash');
  },
  'record what is refused': recordWhatIsRefused,
  fix: ({ volunteer }) => volunteer.fixRefused(),
  'send now': ({ volunteer }) => volunteer.sendNow(),
  'send again': ({ volunteer }) => volunteer.sendRefusedAgain(),
  decide: ({ volunteer }) => volunteer.decide(),
  correct: ({ volunteer }) => volunteer.correct(),
  'correct the amount': ({ volunteer }) => volunteer.correctAmount(),
  'cancel the second': ({ volunteer }) => volunteer.cancelSecond(),
} as const satisfies Record<string, (world: World) => Promise<unknown>>;

export type ActionName = keyof typeof actions;

const often: readonly ActionName[] = [
  'record',
  'record two',
  'record what is refused',
  'fix',
  'fix',
  'send now',
  'send again',
  'decide',
  'correct',
  'correct the amount',
  'cancel the second',
];

/** A gift first, so that there is something to send, and up to two other things. */
export const chooseActions = (random: Random): ActionName[] => [
  'record',
  ...Array.from({ length: random.between(0, 2) }, () => random.pick(often)),
];

export const act = (world: World, name: ActionName): Promise<unknown> => actions[name](world);

/** Accepts vouchers; a phone offers them after its next download. */
export const addVoucher = ({ service }: Pick<World, 'service'>): Promise<unknown> =>
  service.query(
    `INSERT INTO payment_methods SELECT DISTINCT group_id, 'voucher', 9 FROM payment_methods ON CONFLICT DO NOTHING`
  );

/** The office removes a payment method while a gift that was paid so waits on the phone. */
async function recordWhatIsRefused(world: World): Promise<void> {
  const { phone, volunteer, book, service } = world;
  await phone.setOffline(true);
  try {
    await volunteer.record(book.newGift(), 'voucher');
    await service.query(
      `UPDATE transactions SET payment_method_kind = 'cash' WHERE payment_method_kind = 'voucher'`
    );
    await service.query(`DELETE FROM payment_methods WHERE kind = 'voucher'`);
  } finally {
    if (phone.isAlive) await phone.setOffline(false);
  }
}
