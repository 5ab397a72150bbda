import { moneyList } from '@/features/shared/moneyList';
import { useI18n } from '@/i18n/I18nProvider';
import { Text } from '@/ui/Text';

import { type CashReading } from '../countForm';

interface CountedLineProps {
  reading: CashReading;
  isTyped: boolean;
  /** Whether something has to be typed and was not. */
  isMissing: boolean;
}

/** Above the button that stores a count: what was counted, or that nothing was typed. */
export function CountedLine({ reading, isTyped, isMissing }: CountedLineProps) {
  const { t, format } = useI18n();
  if (isMissing)
    return (
      <Text tone="person" aria-live="polite">
        {t('cash.count.nothingTyped')}
      </Text>
    );
  if (!isTyped || reading.kind !== 'counted') return null;
  return <Text variant="strong">{t('cash.count.sumLine', { amount: moneyList(format, reading.sums) })}</Text>;
}
