import { router, type Href } from 'expo-router';

import { dayOf } from '@/domain/day';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { ListRow } from '@/ui/ListRow';
import { SectionHeader } from '@/ui/SectionHeader';

import { type Problem, signed, type Words } from './cells';

/** What does not add up, each with its amount and the place to look at. */
export function Problems({ problems }: { problems: readonly Problem[] }) {
  const { t, format } = useI18n();
  const now = useRuntime().now();
  if (problems.length === 0) return null;
  return (
    <>
      <SectionHeader title={t('reconciliation.problems')} />
      {problems.map((problem, place) => (
        <ListRow
          key={`${problem.kind} ${problem.user_id ?? problem.batch_id ?? ''} ${problem.currency} ${place}`}
          {...wordsOf(problem, { t, format }, now)}
          value={signed(format, (problem.found ?? 0) - (problem.expected ?? 0), problem.currency ?? '')}
          strongValue
          onPress={() => router.push(placeOf(problem))}
        />
      ))}
    </>
  );
}

function wordsOf(problem: Problem, { t, format }: Words, now: number): { title: string; detail?: string } {
  const { kind, currency = '', count = 0, at, batch_number: batch = '' } = problem;
  const name = problem.name ?? t('common.unnamed');
  const expected = format.money(problem.expected ?? 0, currency);
  const found = format.money(problem.found ?? 0, currency);
  const time = at === undefined ? '' : format.since(at, now);
  switch (kind) {
    case 'missing':
      return {
        title: t('reconciliation.missing', { count, number: format.number(count), name }),
        detail: t('reconciliation.missingText', { time }),
      };
    case 'elsewhere':
      return {
        title: t('reconciliation.elsewhere', {
          name,
          amount: found,
          number: String(problem.bundle_id ?? ''),
        }),
        detail: t('reconciliation.elsewhereText', { time }),
      };
    case 'hand_over':
      return {
        title: t('reconciliation.handOver', { name, expected, found }),
        detail: t('reconciliation.handOverText', { time }),
      };
    case 'batch':
      return { title: t('reconciliation.batch', { number: batch, expected, found }) };
    default:
      return {
        title: t('reconciliation.count', { name }),
        detail: t('reconciliation.countText', { time }),
      };
  }
}

/** The batch; the gift that another person received; the hand-overs of the person; or the payments of the person on the day of the shift. */
function placeOf({
  kind,
  batch_id: batchId,
  bundle_id: bundleId,
  user_id: userId = 0,
  at = '',
}: Problem): Href {
  if (kind === 'elsewhere') return { pathname: '/ledger/[id]', params: { id: bundleId ?? 0 } };
  if (kind === 'batch') return { pathname: '/batches/[id]', params: { id: batchId ?? 0 } };
  if (kind === 'hand_over') return { pathname: '/cash', params: { by: userId } };
  return shiftPlace(userId, at);
}

/** The payments that a person recorded on the day of a shift. */
export const shiftPlace = (userId: number, startedAt: string): Href => ({
  pathname: '/ledger',
  params: { by: userId, from: dayOf(startedAt), until: dayOf(startedAt) },
});
