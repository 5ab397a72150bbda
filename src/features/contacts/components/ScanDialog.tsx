import { type ComponentType, useState } from 'react';

import { type ScannerProps } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Dialog } from '@/ui/Dialog';
import { Text } from '@/ui/Text';

import { readContactNumber } from '../contactNumber';

interface ScanDialogProps {
  Scanner: ComponentType<ScannerProps>;
  onClose: () => void;
  onNumber: (id: number) => void;
}

type Outcome = 'looking' | 'not_a_number' | 'refused';

/** Reads the number of a contact from a QR code or a barcode. */
export function ScanDialog({ Scanner, onClose, onNumber }: ScanDialogProps) {
  const { t } = useI18n();
  const [outcome, setOutcome] = useState<Outcome>('looking');
  const [turn, setTurn] = useState(0);
  const submit = (text: string) => {
    const number = readContactNumber(text);
    if (number !== null) return onNumber(number);
    setOutcome('not_a_number');
    // The camera stops at the first code; this restarts it.
    setTurn((before) => before + 1);
  };
  return (
    <Dialog open title={t('contacts.scan.title')} closeLabel={t('common.close')} onClose={onClose}>
      {outcome !== 'refused' && (
        <Scanner
          key={turn}
          label={t('contacts.scan.picture')}
          onCode={submit}
          onRefused={() => setOutcome('refused')}
        />
      )}
      <Text tone={outcome === 'looking' ? 'quiet' : 'person'} aria-live="polite">
        {t(`contacts.scan.${outcome}`)}
      </Text>
    </Dialog>
  );
}
