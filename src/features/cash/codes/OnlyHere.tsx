import { useLacksExtension } from '@/features/shared/useExtension';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';

/** Says what stays on this phone, where the service has no place for cash records. */
export function OnlyHere() {
  const { t } = useI18n();
  if (!useLacksExtension('cash_records')) return null;
  return (
    <Banner tone="waiting" icon="device" title={t('cash.code.onlyHere')} text={t('cash.code.onlyHereText')} />
  );
}
