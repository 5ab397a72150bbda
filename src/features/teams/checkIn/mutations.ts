import { getFact, setFact } from '@/db/facts';
import { listTeams } from '@/db/teams';
import {
  type CheckInFacts,
  type CheckInRefusal,
  isSameCode,
  isTypedCode,
  readCheckInCode,
  readCheckInDigits,
  refusalOf,
} from '@/domain/checkInCode';
import { readAnswer, readOffer } from '@/domain/cash/handOverCode';
import { readReceipt } from '@/domain/receipt';
import { hasMember } from '@/domain/team';
import { type Runtime } from '@/features/shared/runtime';
import { type SaveResult, whyNotSaved } from '@/features/shared/forms/saveRow';

export type CheckInResult = { kind: SaveResult } | { kind: 'refused'; why: CheckInRefusal };

/** Checks the person in with a scanned, opened or typed code. The same code again, or an older one, changes nothing. */
export async function checkIn(runtime: Runtime, text: string): Promise<CheckInResult> {
  const { store, scope, now, sync, device } = runtime;
  const time = now();
  const facts = readText(scope.spaceId, text.trim(), time);
  if (typeof facts === 'string') return { kind: 'refused', why: facts };
  try {
    const why = await store.write(async (tx) => {
      const views = await listTeams(tx, scope);
      const teams = views.flatMap(({ id, team }) =>
        id !== null && hasMember(team, scope.userId) ? [id] : []
      );
      const refusal = refusalOf(facts, { space: scope.spaceId, teams, now: time });
      if (refusal !== null) return refusal;
      const before = await getFact(tx, scope, 'check_in');
      if (before?.teamId === facts.team && isSameCode(facts.time, before.shownAt)) return null;
      await setFact(tx, scope, 'check_in', { teamId: facts.team, at: time, shownAt: facts.time });
      return null;
    });
    if (why !== null) return { kind: 'refused', why };
  } catch (failure) {
    return { kind: whyNotSaved(failure) };
  }
  device.vibrateSuccess();
  // The report to the board is part of a round.
  sync.sendNow();
  return { kind: 'saved' };
}

function readText(space: number, text: string, now: number): CheckInFacts | CheckInRefusal {
  if (isTypedCode(text)) return readCheckInDigits(space, text, now) ?? 'mistyped';
  const facts = readCheckInCode(text);
  if (facts) return facts;
  if (readOffer(text) ?? readAnswer(text)) return 'hand_over';
  return readReceipt(text.slice(text.indexOf('#') + 1)) ? 'receipt' : 'unreadable';
}
