/** The parts of an ISO 8601 duration that a membership can have, such as P1Y or P6M; null where it cannot be read. */
export function readLength(
  duration: string | undefined
): { unit: 'years' | 'months' | 'weeks' | 'days'; count: number }[] | null {
  const match = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?$/i.exec(duration?.trim() ?? '');
  if (!match) return null;
  const units = ['years', 'months', 'weeks', 'days'] as const;
  const parts = units.flatMap((unit, place) => {
    const count = Number(match[place + 1] ?? 0);
    return count > 0 ? [{ unit, count }] : [];
  });
  return parts.length > 0 ? parts : null;
}
