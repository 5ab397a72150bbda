import { inGroups } from '@/domain/digitGroups';
import { useI18n } from '@/i18n/I18nProvider';
import { QrCode } from '@/ui/QrCode';
import { Text } from '@/ui/Text';

import type { ShownCode as Code } from './makeCodes';

interface ShownCodeProps {
  code: Code;
  /** The accessible name of the picture. */
  label: string;
  how: string;
}

/** A code for the camera of another phone, with its digits for a phone without one. */
export function ShownCode({ code: { code, digits }, label, how }: ShownCodeProps) {
  const { t } = useI18n();
  return (
    <>
      <QrCode text={code} label={label} size={300} />
      <Text align="center">{how}</Text>
      {digits === null ? (
        <Text variant="note" tone="quiet" align="center">
          {t('cash.code.noDigits')}
        </Text>
      ) : (
        <>
          <Text variant="note" tone="quiet" align="center">
            {t('cash.code.digits')}
          </Text>
          <Text variant="amount" selectable align="center">
            {inGroups(digits)}
          </Text>
        </>
      )}
    </>
  );
}
