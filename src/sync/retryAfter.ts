/** Reads a Retry-After header: seconds, or a date, which is taken relative to the answer's own Date header. */
export function readRetryAfter(value: string | null, answeredAt: string | null, now: number): number | null {
  const text = value?.trim() ?? '';
  if (text === '') return null;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const until = Date.parse(text);
  if (Number.isNaN(until)) return null;
  // The phone's clock may be hours off; the service's own Date is what its Retry-After was reckoned from.
  const from = Date.parse(answeredAt ?? '');
  return Math.max(0, until - (Number.isNaN(from) ? now : from));
}
