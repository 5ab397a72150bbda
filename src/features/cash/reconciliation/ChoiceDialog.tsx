import { useState } from 'react';

import { dayOf, isDay } from '@/domain/day';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { ChoiceChips } from '@/ui/ChoiceChips';
import { ChoiceRows } from '@/ui/ChoiceRows';
import { DayField } from '@/ui/DayField';
import { Dialog } from '@/ui/Dialog';

import { everything, type ReconciliationChoice } from './choice';

interface ChoiceDialogProps {
  choice: ReconciliationChoice;
  campaigns: readonly string[];
  onChoose: (choice: ReconciliationChoice) => void;
  onClose: () => void;
}

const every = 'every';
const spans = ['ever', 'today', 'month'] as const;
type Span = (typeof spans)[number];

/** Which days and which campaign are reconciled. */
export function ChoiceDialog({ choice, campaigns, onChoose, onClose }: ChoiceDialogProps) {
  const { t } = useI18n();
  const today = dayOf(useRuntime().now());
  const [draft, setDraft] = useState(choice);
  const change = (part: Partial<ReconciliationChoice>) => setDraft({ ...draft, ...part });
  const daysOf = (span: Span) => {
    if (span === 'today') return { from: today, until: today };
    return span === 'month' ? { from: `${today.slice(0, 7)}-01`, until: today } : { from: '', until: '' };
  };
  const chosen = spans.find((span) => {
    const { from, until } = daysOf(span);
    return from === draft.from && until === draft.until;
  });
  const unreadable = (day: string) =>
    day.trim() !== '' && !isDay(day) ? t('common.day.unreadable', { example: today }) : undefined;
  const isReversed = isDay(draft.from) && isDay(draft.until) && draft.until < draft.from;
  const untilError = unreadable(draft.until) ?? (isReversed ? t('ledger.filter.reversed') : undefined);
  const isWrong = unreadable(draft.from) !== undefined || untilError !== undefined;
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
      <ChoiceChips
        label={t('ledger.filter.when')}
        choices={spans.map((span) => ({ value: span, label: t(`ledger.filter.${span}`) }))}
        value={chosen ?? null}
        onChange={(span) => change(daysOf(span))}
      />
      <DayField
        label={t('ledger.filter.from')}
        pickLabel={t('common.day.pick')}
        placeholder={t('common.day.placeholder')}
        value={draft.from}
        error={unreadable(draft.from)}
        onChange={(from) => change({ from })}
      />
      <DayField
        label={t('ledger.filter.until')}
        pickLabel={t('common.day.pick')}
        placeholder={t('common.day.placeholder')}
        value={draft.until}
        error={untilError}
        onChange={(until) => change({ until })}
      />
      {campaigns.length > 0 && (
        <ChoiceRows
          label={t('ledger.filter.campaign')}
          choices={[
            { value: every, title: t('ledger.filter.everyCampaign') },
            ...campaigns.map((code) => ({ value: `code ${code}`, title: code })),
          ]}
          value={draft.campaign === null ? every : `code ${draft.campaign}`}
          onChange={(value) => change({ campaign: value === every ? null : value.slice('code '.length) })}
        />
      )}
    </Dialog>
  );
}
