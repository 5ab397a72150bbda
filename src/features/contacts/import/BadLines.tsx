import { type ContactImport } from '@/contract/contactImport';
import { csvText } from '@/features/shared/exportText';
import { useShareFile } from '@/features/shared/useShare';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { ListRow } from '@/ui/ListRow';
import { Text } from '@/ui/Text';

import { importErrorWords } from './ImportPreview';

/** The lines of an earlier import that were not imported: line, column and reason, also as a file. */
export function BadLines({ made, onClose }: { made: ContactImport; onClose: () => void }) {
  const { t, format } = useI18n();
  const shareFile = useShareFile();
  const { name = '', bad = 0, bad_lines: lines = [] } = made;
  const rows = lines.map(({ line = 0, column = '', error = '' }) => ({
    line,
    column,
    reason: importErrorWords(t, error),
  }));
  const share = () =>
    shareFile({
      name: t('contactImport.badLines.file'),
      type: 'text/csv',
      text: csvText(
        [
          [
            t('contactImport.badLines.line'),
            t('contactImport.badLines.column'),
            t('contactImport.badLines.reason'),
          ],
          ...rows.map(({ line, column, reason }) => [String(line), column, reason]),
        ],
        format.locale
      ),
    });
  return (
    <Dialog
      open
      title={t('contactImport.bad', { count: bad, number: format.number(bad) })}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        <Button
          kind="secondary"
          icon="download"
          label={t('contactImport.badLines.share')}
          onPress={() => void share()}
        />
      }
    >
      <Text tone="quiet">{t('contactImport.badLines.text', { name })}</Text>
      {bad > rows.length && (
        <Text>{t('contactImport.badLines.first', { number: format.number(rows.length) })}</Text>
      )}
      {rows.map(({ line, column, reason }) => (
        <ListRow
          key={line}
          title={
            column === ''
              ? t('contactImport.line', { line: format.number(line) })
              : t('contactImport.lineColumn', { line: format.number(line), column })
          }
          detail={reason}
        />
      ))}
    </Dialog>
  );
}
