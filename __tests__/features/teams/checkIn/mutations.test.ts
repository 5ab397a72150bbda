import type { BoardEntry } from '@/contract/board';
import { StoreError } from '@/db/errors';
import { getFact } from '@/db/facts';
import { newHandOverKey } from '@/db/cash/handOverDigits';
import { listRollCalls } from '@/db/rollCalls';
import { getOpenShift } from '@/db/cash/shifts';
import { applyTeams } from '@/db/teams';
import { checkInDigits, makeCheckInCode, type CheckInFacts } from '@/domain/checkInCode';
import { makeAnswer, makeOffer } from '@/domain/cash/handOverCode';
import { fetchBoard } from '@/features/shared/fetchBoard';
import { checkIn } from '@/features/teams/checkIn/mutations';
import { savePresence, startRollCall } from '@/features/teams/mutations';

import { emptyReport } from '../../../support/board';
import { nodeSigner, receiptOf } from '../../../support/receipts';
import { createTestRuntime, saturday } from '../../support/runtime';

const minute = 60_000;
const hour = 60 * minute;
const at = (time: number) => new Date(time).toISOString();
const linkOf = (more: Partial<CheckInFacts> = {}) =>
  `https://one.example/check-in#${makeCheckInCode({ space: 10, team: 1, time: saturday - minute, ...more })}`;

/** Marc is in the team 1, and sees the team 2. */
async function marc() {
  const test = await createTestRuntime();
  const { store, scope } = test;
  await store.write((tx) =>
    applyTeams(tx, scope, [
      { id: 1, name: 'Plateau', leaders: [{ id: 4 }], users: [{ id: 1 }] },
      { id: 2, name: 'Quays', leaders: [{ id: 4 }], users: [{ id: 4 }] },
    ])
  );
  return { ...test, readCheckIn: () => getFact(store, scope, 'check_in') };
}

describe('checking in', () => {
  it('saves the team and the time, requests a round, and begins no shift', async () => {
    const { runtime, readCheckIn, fakes, store, scope } = await marc();
    expect(await checkIn(runtime, ` ${linkOf()}\n`)).toEqual({ kind: 'saved' });
    expect(await readCheckIn()).toEqual({ teamId: 1, at: saturday, shownAt: saturday - minute });
    expect(fakes.sendNows).toBe(1);
    expect(await getOpenShift(store, scope)).toBeNull();
  });

  it('twice with a code is one check-in, scanned or typed; a later code is another one', async () => {
    const { runtime, readCheckIn, fakes } = await marc();
    await checkIn(runtime, linkOf());
    fakes.now += 5 * minute;
    await checkIn(runtime, linkOf());
    await checkIn(runtime, checkInDigits({ space: 10, team: 1, time: saturday - minute }));
    await checkIn(runtime, linkOf({ time: saturday - hour }));
    expect(await readCheckIn()).toMatchObject({ at: saturday });
    await checkIn(runtime, linkOf({ time: fakes.now }));
    expect(await readCheckIn()).toMatchObject({ at: saturday + 5 * minute });
  });

  const signer = nodeSigner();
  const handOver = { space: 10, key: newHandOverKey(10, 4, () => 0.7), time: saturday / 1000 };
  const offer = { ...handOver, giver: 4, to: 1, cheques: 0, cash: [], shift: 's', counts: ['c'] };
  const answer = { ...handOver, receiver: 4, reply: 'r', isDisputed: false, counted: [], cheques: 0 };
  it.each([
    ['unreadable', 'https://one.example/join#base_url=x'],
    ['unreadable', ''],
    ['mistyped', '1234 5678'],
    ['hand_over', makeOffer(offer, signer)],
    ['hand_over', makeAnswer(answer, signer)],
    ['receipt', `https://one.example/r#${receiptOf(signer, { book: 12, number: 17 })}`],
    ['other_space', linkOf({ space: 11 })],
    ['other_team', linkOf({ team: 2 })],
    ['other_team', linkOf({ team: 99 })],
    ['old', linkOf({ time: saturday - 12 * hour - 1_000 })],
    ['early', linkOf({ time: saturday + hour + 1_000 })],
  ] as const)('is refused, and nothing is saved: %s', async (why, code) => {
    const { runtime, readCheckIn, fakes } = await marc();
    expect(await checkIn(runtime, code)).toEqual({ kind: 'refused', why });
    expect(await readCheckIn()).toBeNull();
    expect(fakes.sendNows).toBe(0);
  });

  it('is not called saved when the phone is out of storage', async () => {
    const { runtime, fakes } = await marc();
    const full = { ...runtime.store, write: () => Promise.reject(new StoreError('full', 'disk full')) };
    expect(await checkIn({ ...runtime, store: full }, linkOf())).toEqual({ kind: 'full' });
    expect(fakes.sendNows).toBe(0);
  });
});

describe('the roll call of a leader', () => {
  const entryOf = (userId: number, teamId: number, time: number, received = saturday): BoardEntry => ({
    user_id: userId,
    device_id: 1,
    received_at: at(received),
    report: { ...emptyReport(at(received)), checked_in: { team_id: teamId, at: at(time) } },
  });
  async function leader(...good: BoardEntry[]) {
    const test = await createTestRuntime();
    const { runtime, fakes, store, scope } = test;
    const fetch = async (...entries: BoardEntry[]) => {
      fakes.online.getTeamBoard = { good: entries, bad: [] };
      expect(await fetchBoard(runtime, 1)).toBe('read');
    };
    await fetch(...good);
    const present = async () =>
      (await listRollCalls(store, scope, 1)).map((rollCall) => rollCall.present.map(({ userId }) => userId));
    return { ...test, fetch, present };
  }

  it('has who checked in at this team, once', async () => {
    const entries = [entryOf(4, 1, saturday - 20 * minute), entryOf(6, 2, saturday - 10 * minute)];
    const { fetch, store, scope } = await leader(...entries);
    await fetch(...entries);
    expect(await listRollCalls(store, scope, 1)).toMatchObject([
      {
        teamId: 1,
        startedAt: saturday - 20 * minute,
        present: [{ userId: 4, at: saturday - 20 * minute }],
      },
    ]);
  });

  it('does not start without a check-in', async () => {
    const { present } = await leader(entryOf(6, 2, saturday), entryOf(4, 1, saturday - 12 * hour));
    expect(await present()).toEqual([]);
  });

  it('leaves a person absent who was unticked, until they check in later', async () => {
    const early = entryOf(4, 1, saturday - 20 * minute);
    const { fetch, present, runtime, fakes } = await leader(early);
    await savePresence(runtime, { teamId: 1, userId: 4, isPresent: false });
    await fetch(early);
    expect(await present()).toEqual([[]]);
    fakes.now += 10 * minute;
    await fetch(entryOf(4, 1, fakes.now - minute, fakes.now));
    expect(await present()).toEqual([[4]]);
  });

  it('that starts again has nobody who was here before', async () => {
    const early = entryOf(4, 1, saturday - 20 * minute);
    const { fetch, present, runtime } = await leader(early);
    await startRollCall(runtime, 1);
    await fetch(early, entryOf(6, 1, saturday - 5 * minute));
    expect(await present()).toEqual([[6], [4]]);
  });

  it('that starts again has nobody who had gone home', async () => {
    const early = entryOf(4, 1, saturday - 20 * minute);
    const { fetch, present, runtime } = await leader(early);
    await savePresence(runtime, { teamId: 1, userId: 4, isPresent: false });
    await startRollCall(runtime, 1);
    await fetch(early);
    expect(await present()).toEqual([[], []]);
  });

  it('is not started again by a check-in of the one before', async () => {
    const { fetch, present, fakes, runtime } = await leader();
    fakes.now -= 11 * hour;
    await savePresence(runtime, { teamId: 1, userId: 6, isPresent: true });
    fakes.now = saturday + 2 * hour;
    await fetch(entryOf(4, 1, saturday - 9 * hour, fakes.now));
    expect(await present()).toEqual([[6, 4]]);
  });

  it('has the time of this phone, whose clock may be wrong', async () => {
    const { fetch, fakes, store, scope } = await leader();
    fakes.setStatus({ clockAheadMs: hour });
    await fetch(entryOf(4, 1, saturday - hour - 5 * minute, saturday - hour));
    expect(await listRollCalls(store, scope, 1)).toMatchObject([{ startedAt: saturday - 5 * minute }]);
  });
});
