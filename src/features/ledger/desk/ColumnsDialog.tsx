import { useState } from 'react';

import { setFact } from '@/db/facts';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { CheckboxRow } from '@/ui/CheckboxRow';
import { Dialog } from '@/ui/Dialog';
import { Text } from '@/ui/Text';

import { columnName } from '../csvFile';
import { columnsThatFit, tableColumns, usualColumns } from './columns';

interface ColumnsDialogProps {
  columns: readonly string[];
  /** The width for columns, in pixels. */
  room: number;
  onClose: () => void;
}

/** Which columns the table has. Stored on this device. */
export function ColumnsDialog({ columns, room, onClose }: ColumnsDialogProps) {
  const { t } = useI18n();
  const { store } = useRuntime();
  // What was ticked before the last choice is read back counts too.
  const [chosen, setChosen] = useState(columns);
  const choose = (next: readonly string[]) => {
    setChosen(next);
    void store.write((tx) => setFact(tx, null, 'ledger_columns', [...next]));
  };
  const shown = columnsThatFit(chosen, room).map(({ id }) => id);
  return (
    <Dialog
      open
      title={t('ledger.desk.columns')}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        <Button kind="secondary" label={t('ledger.desk.usual')} onPress={() => choose(usualColumns)} />
      }
    >
      <Text tone="quiet">{t('ledger.desk.columnsText')}</Text>
      {tableColumns
        .filter(({ isFixed }) => isFixed !== true)
        .map(({ id }) => (
          <CheckboxRow
            key={id}
            label={columnName(t, id)}
            checked={chosen.includes(id)}
            {...(chosen.includes(id) && !shown.includes(id) && { hint: t('ledger.desk.columnNoRoom') })}
            onChange={(on) => choose(on ? [...chosen, id] : chosen.filter((other) => other !== id))}
          />
        ))}
    </Dialog>
  );
}
