/** After this long a roll call is over: the next tick starts another one. */
const longestMs = 12 * 60 * 60_000;

/**
 * The roll call in progress, among those of a team (latest first); null when the last one is over. One that started
 * under a clock set far ahead is skipped, so that each further tick belongs to the same roll call.
 */
export function currentRollCall<RollCall extends { startedAt: number }>(
  rollCalls: readonly RollCall[],
  now: number
): RollCall | null {
  return rollCalls.find(({ startedAt }) => Math.abs(now - startedAt) < longestMs) ?? null;
}
