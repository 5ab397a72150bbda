import { useI18n } from '@/i18n/I18nProvider';
import { Text } from '@/ui/Text';

/** Why a gift of a counted shift is not changed here. */
export function CountedNote({ at }: { at: number }) {
  const { t, format } = useI18n();
  return <Text tone="quiet">{t('common.counted', { day: format.day(at) })}</Text>;
}
