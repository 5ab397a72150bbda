import type { TFunction } from 'i18next';

import { dayOf, isDay } from '@/domain/day';
import { useI18n } from '@/i18n/I18nProvider';
import { ChoiceChips } from '@/ui/ChoiceChips';
import { ChoiceRows } from '@/ui/ChoiceRows';
import { DayField } from '@/ui/DayField';

import { useRuntime } from './runtime';

/** The first and the last day; empty for no limit. */
type Days = { from: string; until: string };

const spans = ['ever', 'today', 'month', 'year'] as const;
type Span = (typeof spans)[number];

function daysOf(span: Span, today: string): Days {
  if (span === 'today') return { from: today, until: today };
  if (span === 'month') return { from: `${today.slice(0, 7)}-01`, until: today };
  if (span === 'year') return { from: `${today.slice(0, 4)}-01-01`, until: today };
  return { from: '', until: '' };
}

/** What is wrong with the typed days. */
export function dayErrors(t: TFunction, { from, until }: Days, today: string) {
  const unreadable = (day: string) =>
    day.trim() !== '' && !isDay(day) ? t('common.day.unreadable', { example: today }) : undefined;
  const isReversed = isDay(from) && isDay(until) && until < from;
  return {
    from: unreadable(from),
    until: unreadable(until) ?? (isReversed ? t('ledger.filter.reversed') : undefined),
  };
}

interface DaysChoiceProps {
  days: Days;
  onChange: (part: Partial<Days>) => void;
}

/** A usual time, or any two days. */
export function DaysChoice({ days, onChange }: DaysChoiceProps) {
  const { t } = useI18n();
  const today = dayOf(useRuntime().now());
  const chosen = spans.find((span) => {
    const { from, until } = daysOf(span, today);
    return from === days.from && until === days.until;
  });
  const errors = dayErrors(t, days, today);
  return (
    <>
      <ChoiceChips
        label={t('ledger.filter.when')}
        choices={spans.map((span) => ({ value: span, label: t(`ledger.filter.${span}`) }))}
        value={chosen ?? null}
        onChange={(span) => onChange(daysOf(span, today))}
      />
      {(['from', 'until'] as const).map((side) => (
        <DayField
          key={side}
          label={t(`ledger.filter.${side}`)}
          pickLabel={t('common.day.pick')}
          placeholder={t('common.day.placeholder')}
          value={days[side]}
          error={errors[side]}
          onChange={(day) => onChange({ [side]: day })}
        />
      ))}
    </>
  );
}

const every = 'every';

interface CampaignChoiceProps {
  campaigns: readonly string[];
  /** Null for all. */
  campaign: string | null;
  onChange: (campaign: string | null) => void;
}

export function CampaignChoice({ campaigns, campaign, onChange }: CampaignChoiceProps) {
  const { t } = useI18n();
  if (campaigns.length === 0) return null;
  return (
    <ChoiceRows
      label={t('ledger.filter.campaign')}
      choices={[
        { value: every, title: t('ledger.filter.everyCampaign') },
        ...campaigns.map((code) => ({ value: `code ${code}`, title: code })),
      ]}
      value={campaign === null ? every : `code ${campaign}`}
      onChange={(value) => onChange(value === every ? null : value.slice('code '.length))}
    />
  );
}
