import { listDayEntries } from '@/db/dayTotals';
import { applyBundles } from '@/db/ledger/bundles';
import { claimNext } from '@/db/outbox/claims';
import {
  applyTransition,
  deleteConfirmed,
  getOutboxRow,
  listOutbox,
  markConfirmed,
  renameEntity,
} from '@/db/outbox/outbox';
import { sentData } from '@/db/outbox/pending';
import { applyTransactionStatuses } from '@/db/statuses';
import { endShift, getOpenShift } from '@/db/cash/shifts';
import type { BundleCreate } from '@/contract/bundle';
import { dayOf } from '@/domain/day';
import type { RowProblem } from '@/domain/outcome';
import { assemble } from '@/features/capture/assemble';
import type { Draft } from '@/features/capture/draft';
import { saveCapture } from '@/features/capture/mutations';
import { openForm } from '@/features/capture/openForm';
import type { Runtime } from '@/features/shared/runtime';

import { createTestRuntime, saturday } from '../support/runtime';
import { demoCatalogue, draftOf, openedCapture } from './catalogue';

export const paris = {
  now: saturday,
  offsetMinutesAt: () => 60,
  locale: 'en-GB',
  nameOfNumber: (id: number) => `No. ${id}`,
};
export const mistake = { reason: 'mistake', note: 'Cancelled: a mistake' } as const;
const cancelStatus = { id: 9, name: 'Cancelled', kind: 'cancel', archived: false };
const refused: RowProblem = { kind: 'refused', refusal: { status: 422, code: 'invalid' } };

export const save = (runtime: Runtime, draft: Draft, more: { canCorrectAll?: boolean } = {}) =>
  saveCapture(runtime, {
    capture: assemble(draft, demoCatalogue, paris).capture,
    opened: openedCapture(draft),
    draft,
    draftKey: 'capture:new:a',
    who: 'Jeanne',
    ...more,
  });

/** A saved gift of €20, and the ways it can go from there. */
export async function savedGift(part: Partial<Draft> = {}) {
  const test = await createTestRuntime();
  const { runtime, store, scope } = test;
  expect(await save(runtime, draftOf(part))).toEqual({ kind: 'saved' });
  await store.write((tx) => applyTransactionStatuses(tx, scope, [cancelStatus]));
  const id = 'capture-1';
  const claim = () =>
    store.write((tx) => claimNext(tx, { scope, now: saturday, leaseMs: 1000, owner: 'engine' }));
  const move = (to: 'acked' | 'unknown' | 'parked', serverId: number | null = null, of: string = id) =>
    store.write(async (tx) => {
      const problem = to === 'parked' ? refused : null;
      const patch = { serverId, problem, ackedAt: saturday };
      await applyTransition(tx, { id: of, from: 'sending', to, owner: 'engine', now: saturday, patch });
      if (serverId !== null) await renameEntity(tx, scope, `bundle:${of}`, `bundle:${serverId}`);
    });
  /** The service has it as bundle 5, and a pull has downloaded it: its row is deleted. */
  const arrive = async (of: string = id) => {
    await claim();
    await move('acked', 5, of);
    const row = (await getOutboxRow(store, scope, of))!;
    const { transactions, donations = [] } = sentData<BundleCreate>(row);
    const numbered = <T>(items: readonly T[], first: number) =>
      items.map((item, place) => ({ ...item, id: first + place }));
    const bundle = {
      id: 5,
      transactions: numbered(transactions, 50),
      memberships: [],
      donations: numbered(donations, 60),
    };
    await store.write(async (tx) => {
      await applyBundles(tx, scope, [bundle]);
      await markConfirmed(tx, scope, [of], saturday);
      await deleteConfirmed(tx, scope);
    });
  };
  const closeShift = async () => {
    const shift = await getOpenShift(store, scope);
    await store.write((tx) => endShift(tx, scope, { id: shift?.id ?? '', now: saturday }));
  };
  const taken = async () =>
    (await listDayEntries(store, scope, dayOf(saturday))).map(({ amount, paymentMethodKind }) => [
      amount,
      paymentMethodKind,
    ]);
  /** Opens the form of the gift and saves it with another donation. */
  const change = async (part: Partial<Draft>, typed: string, of: string = id) => {
    const opened = await openForm(runtime, { kind: 'fix', rowId: of }, paris);
    if (opened.kind !== 'open') throw new Error('must open');
    const [person] = opened.draft.people;
    const people = [{ ...person!, donation: { ...person!.donation, typed } }];
    const draft = { ...opened.draft, people, ...part };
    return { purpose: opened.purpose, result: await save(runtime, draft), draft };
  };
  const states = async () => (await listOutbox(store, scope)).map(({ kind, state }) => `${kind} ${state}`);
  return { ...test, id, claim, move, arrive, closeShift, taken, change, states };
}
