import { router, useGlobalSearchParams } from 'expo-router';

import { useBack } from '@/features/shared/useBack';
import { useI18n } from '@/i18n/I18nProvider';
import { useWide } from '@/ui/layout';

import { givenParams, readView } from './address';

/** Back to the list on a phone. Beside the table it closes the detail, and the filters stay. */
export function useLedgerBack(): { label: string; onPress: () => void } | undefined {
  const { t } = useI18n();
  const wide = useWide();
  const params = useGlobalSearchParams();
  const back = useBack('/ledger');
  if (!wide) return back;
  const toTable = () => router.navigate({ pathname: '/ledger', params: givenParams(readView(params)) });
  return { label: t('common.close'), onPress: toTable };
}
