import { useState } from 'react';

import { dayOf } from '@/domain/day';
import { CampaignChoice, dayErrors, DaysChoice } from '@/features/shared/PeriodChoice';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';

import { everything, type ReconciliationChoice } from './choice';

interface ChoiceDialogProps {
  choice: ReconciliationChoice;
  campaigns: readonly string[];
  onChoose: (choice: ReconciliationChoice) => void;
  onClose: () => void;
}

/** Which days and which campaign are reconciled. */
export function ChoiceDialog({ choice, campaigns, onChoose, onClose }: ChoiceDialogProps) {
  const { t } = useI18n();
  const today = dayOf(useRuntime().now());
  const [draft, setDraft] = useState(choice);
  const change = (part: Partial<ReconciliationChoice>) => setDraft({ ...draft, ...part });
  const errors = dayErrors(t, draft, today);
  const isWrong = errors.from !== undefined || errors.until !== undefined;
  return (
    <Dialog
      open
      title={t('ledger.filter.title')}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        <>
          <Button kind="secondary" label={t('ledger.filter.clear')} onPress={() => onChoose(everything)} />
          <Button
            label={t('ledger.filter.show')}
            onPress={() => {
              if (!isWrong) onChoose(draft);
            }}
          />
        </>
      }
    >
      <DaysChoice days={draft} onChange={change} />
      <CampaignChoice
        campaigns={campaigns}
        campaign={draft.campaign}
        onChange={(campaign) => change({ campaign })}
      />
    </Dialog>
  );
}
