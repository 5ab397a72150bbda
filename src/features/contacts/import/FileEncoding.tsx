import { useMemo, useState } from 'react';

import { sampleOf, TEXT_ENCODINGS, type TextEncoding } from '@/domain/textEncoding';
import { useI18n } from '@/i18n/I18nProvider';
import { ChoiceRows } from '@/ui/ChoiceRows';
import { Dialog } from '@/ui/Dialog';
import { ListRow } from '@/ui/ListRow';
import { Text } from '@/ui/Text';

interface FileEncodingProps {
  bytes: Uint8Array;
  encoding: TextEncoding;
  /** While the contacts are sent. */
  isFixed: boolean;
  onChange: (encoding: TextEncoding) => void;
}

/** The encoding that was found, with words of the file in it, and the others to choose from. */
export function FileEncoding({ bytes, encoding, isFixed, onChange }: FileEncodingProps) {
  const { t, format } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const sample = useMemo(() => format.commaList(sampleOf(bytes, encoding)), [bytes, encoding, format]);
  return (
    <>
      <ListRow
        title={t('contactImport.encoding')}
        detail={[t(`contactImport.encodings.${encoding}`), sample].filter(Boolean).join(' · ')}
        onPress={isFixed ? undefined : () => setOpen(true)}
      />
      {isOpen && (
        <Dialog
          open
          title={t('contactImport.encoding')}
          closeLabel={t('common.close')}
          onClose={() => setOpen(false)}
        >
          <Text tone="quiet">{t('contactImport.encodingText')}</Text>
          <ChoiceRows
            label={t('contactImport.encoding')}
            labelHidden
            choices={TEXT_ENCODINGS.map((each) => ({
              value: each,
              title: t(`contactImport.encodings.${each}`),
              detail: format.commaList(sampleOf(bytes, each)) || undefined,
            }))}
            value={encoding}
            onChange={(value) => {
              setOpen(false);
              onChange(value);
            }}
          />
        </Dialog>
      )}
    </>
  );
}
