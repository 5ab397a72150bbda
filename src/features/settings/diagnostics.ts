import { type OutboxRow } from '@/db/outbox/outbox';
import { type RecordCount } from '@/db/usage';
import { type SyncStatus } from '@/domain/syncStatus';
import { type RoundNote } from '@/features/shared/runtime';

/** The state of the app on this phone. Contains nothing personal. */
export interface Diagnosis {
  madeAt: number;
  about: { version: string; platform: string; system: string };
  service: string;
  status: SyncStatus;
  rounds: readonly RoundNote[];
  counts: readonly RecordCount[];
  sizeInBytes: number;
  quarantined: readonly { list: string; count: number }[];
  /** Why records were quarantined, without their values. */
  reasons: readonly { list: string; reason: string }[];
  outbox: readonly OutboxRow[];
}

/**
 * The shared text. It describes outbox rows by kind, state and code: never whose they are, what is in
 * them, or the message of a refusal, which may repeat what was typed.
 */
export function writeDiagnosis({ madeAt, outbox, reasons, rounds, status, ...rest }: Diagnosis): string {
  const isoTime = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const shared = {
    ...rest,
    madeAt: isoTime(madeAt),
    status: {
      ...status,
      lastContactAt: isoTime(status.lastContactAt),
      lastPulledAt: isoTime(status.lastPulledAt),
    },
    rounds: rounds.map((round) => ({ ...round, endedAt: isoTime(round.endedAt) })),
    reasons: countLines(reasons.map(({ list, reason }) => `${list}: ${reason}`)),
    outbox: countLines(outbox.map(describe)),
  };
  return JSON.stringify(shared, null, 2);
}

function describe({ kind, state, attempts, problem }: OutboxRow): string {
  const why =
    problem?.kind === 'refused'
      ? `${problem.refusal.status} ${problem.refusal.code ?? ''}`.trim()
      : problem?.kind === 'question'
        ? problem.question.kind
        : problem?.kind === 'waiting' || problem?.kind === 'checking'
          ? problem.why
          : (problem?.kind ?? '');
  return [kind, state, `tries ${attempts}`, why].filter((part) => part !== '').join(', ');
}

function countLines(lines: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const line of lines) counts[line] = (counts[line] ?? 0) + 1;
  return counts;
}
