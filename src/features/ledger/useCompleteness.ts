import { useRuntime, useSyncStatus } from '@/features/shared/runtime';
import { syncLine } from '@/features/shared/syncLine';
import { useFreshness } from '@/features/shared/useFreshness';
import { useI18n } from '@/i18n/I18nProvider';

/** "Up to date 14:01", or why something may be missing from the list and its sums, at any time and not only the first. */
export function useCompleteness(): string {
  const { t, format } = useI18n();
  const { now, session } = useRuntime();
  const status = useSyncStatus();
  const freshness = useFreshness();
  const { tone, text } = syncLine(t, format, status, now(), session.ended);
  const isComplete = status.lastPulledAt !== null && (tone === 'done' || status.phase.kind === 'pushing');
  if (isComplete) return freshness;
  // Every round fetches: a second line would move the rows each time.
  const isRefresh = status.phase.kind === 'pulling' && status.lastPulledAt !== null;
  return isRefresh ? text : `${text} ${t('ledger.sums.incomplete')}`;
}
