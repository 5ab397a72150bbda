import { type ReactNode } from 'react';

import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { SearchField } from '@/ui/SearchField';
import { Text } from '@/ui/Text';

interface SearchDialogProps {
  title: string;
  placeholder: string;
  typed: string;
  onType: (typed: string) => void;
  /** The text when nothing is found; null while something is. */
  none: string | null;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a search field and what was found, to choose from until it is closed. */
export function SearchDialog({
  title,
  placeholder,
  typed,
  onType,
  none,
  onClose,
  children,
}: SearchDialogProps) {
  const { t } = useI18n();
  return (
    <Dialog
      open
      title={title}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={<Button label={t('teamEdit.pick.done')} onPress={onClose} />}
    >
      <SearchField
        label={t('common.search')}
        clearLabel={t('common.clear')}
        placeholder={placeholder}
        value={typed}
        onChange={onType}
        autoFocus
      />
      {none !== null && <Text tone="quiet">{none}</Text>}
      {children}
    </Dialog>
  );
}
