import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';

/** What codes do, where a practice makes and reads none: one could be taken for a code of a real space. */
export function NoCodes() {
  const { t } = useI18n();
  return <Banner tone="moving" icon="info" title={t('practice.noCodes')} text={t('practice.noCodesText')} />;
}
