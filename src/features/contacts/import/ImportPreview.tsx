import { type TFunction } from 'i18next';

import { readAddress, addressLine } from '@/domain/address';
import { IMPORT_ERRORS, type ImportReading } from '@/domain/contacts/contactFile';
import { useI18n } from '@/i18n/I18nProvider';
import { Avatar } from '@/ui/Avatar';
import { Banner } from '@/ui/Banner';
import { ListRow } from '@/ui/ListRow';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';

import { contactName } from '../mutations';

/** Why a line was not imported. A newer service may have other reasons, which are shown unchanged. */
export function importErrorWords(t: TFunction, error: string): string {
  const known = IMPORT_ERRORS.find((each) => each === error);
  // The words of the preview end before what the line contains.
  return known === undefined ? error : t(`contactImport.error.${known}`).replace(/\s*[:،]$/u, '');
}

const shownContacts = 5;
const shownBad = 20;

/** The first contacts as they will be, and the first lines that cannot be imported. */
export function ImportPreview({ reading: { contacts, lines, bad } }: { reading: ImportReading }) {
  const { t, format } = useI18n();
  return (
    <>
      {contacts.length > 0 && <SectionHeader title={t('contactImport.preview')} />}
      {contacts.slice(0, shownContacts).map((contact, place) => (
        <ListRow
          key={contact.uuid}
          leading={<Avatar name={contactName(contact)} />}
          title={contactName(contact)}
          detail={[
            t('contactImport.line', { line: format.number(lines[place] ?? 0) }),
            contact.mail,
            contact.mobile ?? contact.phone,
            contact.address ? addressLine(readAddress(contact.address)) : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      ))}
      {bad.length > 0 && (
        <Banner
          tone="person"
          icon="warning"
          title={t('contactImport.bad', { count: bad.length, number: format.number(bad.length) })}
          text={contacts.length === 0 ? undefined : t('contactImport.badText')}
        />
      )}
      {bad.length > shownBad && (
        <Text tone="quiet">{t('contactImport.badLines.first', { number: format.number(shownBad) })}</Text>
      )}
      {bad.slice(0, shownBad).map(({ line, column, error, value }) => (
        <ListRow
          key={line}
          title={
            column === null
              ? t('contactImport.line', { line: format.number(line) })
              : t('contactImport.lineColumn', { line: format.number(line), column })
          }
          detail={[t(`contactImport.error.${error}`), value.slice(0, 80)].filter(Boolean).join(' ')}
        />
      ))}
    </>
  );
}
