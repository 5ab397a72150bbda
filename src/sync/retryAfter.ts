/** Parses a Retry-After header: seconds, or a date relative to the Date header of the same response. */
export function parseRetryAfter(
  value: string | null,
  respondedAt: string | null,
  now: number
): number | null {
  const text = value?.trim() ?? '';
  if (text === '') return null;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const until = Date.parse(text);
  if (Number.isNaN(until)) return null;
  // The clock of the phone may be hours off; the service computed its date from its own.
  const from = Date.parse(respondedAt ?? '');
  return Math.max(0, until - (Number.isNaN(from) ? now : from));
}
