import { timeBuckets } from '@/domain/timeBuckets';

describe('the bars of a chart over time', () => {
  it('are days for a short period, with the empty days between', () => {
    const { unit, buckets } = timeBuckets({
      unit: 'day',
      periods: [
        { start: '2026-11-10', month: '2026-11', amount: 1 },
        { start: '2026-11-12', month: '2026-11', amount: 2 },
      ],
    });
    expect(unit).toBe('day');
    expect(buckets).toEqual([
      { start: '2026-11-10', amount: 1 },
      { start: '2026-11-11', amount: 0 },
      { start: '2026-11-12', amount: 2 },
    ]);
  });

  it.each([
    ['2026-10-01', '2026-11-14', 'week', 7],
    ['2026-01-05', '2026-11-14', 'month', 11],
    ['2019-03-01', '2026-11-14', 'year', 8],
    ['1980-03-01', '2026-11-14', 'year', 14],
  ])('for %s to %s are by %s', (first, last, unit, count) => {
    const drawn = timeBuckets({
      unit: 'day',
      periods: [
        { start: first, month: first.slice(0, 7), amount: 1 },
        { start: last, month: last.slice(0, 7), amount: 2 },
      ],
    });
    expect(drawn.unit).toBe(unit);
    expect(drawn.buckets).toHaveLength(count);
    expect(drawn.buckets[count - 1]?.amount).toBe(2);
  });

  it('are months and years of UTC, and days and weeks of the phone', () => {
    const periods = [
      { start: '2026-01-01', month: '2025-12', amount: 1 },
      { start: '2026-01-01', month: '2026-01', amount: 2 },
      { start: '2026-05-01', month: '2026-04', amount: 4 },
    ];
    expect(timeBuckets({ unit: 'day', periods })).toEqual({
      unit: 'month',
      buckets: [
        { start: '2025-12-01', amount: 1 },
        { start: '2026-01-01', amount: 2 },
        { start: '2026-02-01', amount: 0 },
        { start: '2026-03-01', amount: 0 },
        { start: '2026-04-01', amount: 4 },
      ],
    });
    expect(timeBuckets({ unit: 'day', periods: periods.slice(0, 2) })).toEqual({
      unit: 'day',
      buckets: [{ start: '2026-01-01', amount: 3 }],
    });
  });

  it('are absent without amounts', () => {
    expect(timeBuckets({ unit: 'day', periods: [] }).buckets).toEqual([]);
  });
});
