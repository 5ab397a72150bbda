import { type TransactionStatus } from '@/contract/status';
import { methodWord } from '@/features/shared/paymentMethod';
import { CampaignChoice, DaysChoice } from '@/features/shared/PeriodChoice';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { ChoiceChips } from '@/ui/ChoiceChips';
import { ChoiceRows } from '@/ui/ChoiceRows';
import { Dialog } from '@/ui/Dialog';
import { ListRow } from '@/ui/ListRow';

import { type LedgerChoice } from '../filters';
import { ContactSearch } from './ContactSearch';

interface Facets {
  statuses: TransactionStatus[];
  campaigns: string[];
  methods: string[];
  recorders: { id: number; name: string | null }[];
}

interface FilterDialogProps {
  open: boolean;
  choice: LedgerChoice;
  facets: Facets | undefined;
  contactName: string | null;
  onChange: (part: Partial<LedgerChoice>) => void;
  onClear: () => void;
  onClose: () => void;
}

const every = 'every';

/** The filters of the ledger, applied immediately. */
export function FilterDialog({
  open,
  choice,
  facets,
  contactName,
  onChange,
  onClear,
  onClose,
}: FilterDialogProps) {
  const { t } = useI18n();
  const { statuses = [], campaigns = [], methods = [], recorders = [] } = facets ?? {};
  return (
    <Dialog
      open={open}
      title={t('ledger.filter.title')}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        <>
          <Button kind="secondary" label={t('ledger.filter.clear')} onPress={onClear} />
          <Button label={t('ledger.filter.show')} onPress={onClose} />
        </>
      }
    >
      <DaysChoice days={choice} onChange={onChange} />
      <ChoiceChips
        label={t('ledger.filter.kind')}
        choices={[
          { value: every, label: t('ledger.filter.everyKind') },
          { value: 'donation', label: t('ledger.filter.donation') },
          { value: 'membership', label: t('ledger.filter.membership') },
        ]}
        value={choice.kind ?? every}
        onChange={(kind) => onChange({ kind: kind === 'donation' || kind === 'membership' ? kind : null })}
      />
      {methods.length > 0 && (
        <ChoiceChips
          label={t('ledger.filter.method')}
          choices={[
            { value: every, label: t('ledger.filter.everyMethod') },
            ...methods.map((method) => ({ value: method, label: methodWord(t, method) })),
          ]}
          value={choice.method ?? every}
          onChange={(method) => onChange({ method: method === every ? null : method })}
        />
      )}
      {statuses.length > 0 && (
        <ChoiceRows
          label={t('ledger.filter.status')}
          choices={[
            { value: every, title: t('ledger.filter.everyStatus') },
            ...statuses.map(({ id, name, color, archived }) => ({
              value: String(id),
              title: name ?? t('common.number', { id: String(id) }),
              color,
              ...(archived === true ? { detail: t('ledger.filter.archived') } : {}),
            })),
          ]}
          value={choice.statusId === null ? every : String(choice.statusId)}
          onChange={(value) => onChange({ statusId: value === every ? null : Number(value) })}
        />
      )}
      <CampaignChoice
        campaigns={campaigns}
        campaign={choice.campaign}
        onChange={(campaign) => onChange({ campaign })}
      />
      {recorders.length > 0 && (
        <ChoiceRows
          label={t('batches.column.recorder')}
          choices={[
            { value: every, title: t('ledger.filter.everyContact') },
            ...recorders.map(({ id, name }) => ({
              value: String(id),
              title: name ?? t('common.number', { id: String(id) }),
            })),
          ]}
          value={choice.recorder === null ? every : String(choice.recorder)}
          onChange={(value) => onChange({ recorder: value === every ? null : Number(value) })}
        />
      )}
      {choice.contactId === null ? (
        <ContactSearch
          label={t('ledger.filter.contact')}
          onChoose={({ id }) => onChange({ contactId: id })}
        />
      ) : (
        <ListRow
          title={contactName ?? t('common.number', { id: String(choice.contactId) })}
          detail={t('ledger.filter.contact')}
          trailing={
            <Button
              kind="quiet"
              label={t('ledger.filter.everyContact')}
              onPress={() => onChange({ contactId: null })}
            />
          }
        />
      )}
    </Dialog>
  );
}
