import { type TFunction } from 'i18next';
import { useState } from 'react';

import { dayOf, isDay, readDay } from '@/domain/day';
import { useI18n } from '@/i18n/I18nProvider';
import { ChoiceChips } from '@/ui/ChoiceChips';
import { DayField } from '@/ui/DayField';

import { useRuntime } from './runtime';

interface CallBackFieldProps {
  /** YYYY-MM-DD, what was typed of it, or empty for no day. */
  value: string;
  onChange: (value: string) => void;
  error?: string;
}

/** What is wrong with a day to call back; an empty one is none. */
export function callBackError(t: TFunction, value: string, now: number): string | undefined {
  if (value === '') return undefined;
  if (!isDay(value)) return t('capture.error.call_back_unreadable');
  return value < dayOf(now) ? t('promises.days.past') : undefined;
}

const daysAhead = { tomorrow: 1, week: 7, month: 30 } as const;
const presets = ['tomorrow', 'week', 'month'] as const;

/** The day to call back: what people say at a door, a typed day, or none. */
export function CallBackField({ value, onChange, error }: CallBackFieldProps) {
  const { t, format } = useI18n();
  const { now } = useRuntime();
  const dayIn = (days: number) => {
    const date = new Date(now());
    return dayOf(date.setDate(date.getDate() + days));
  };
  const preset = presets.find((each) => dayIn(daysAhead[each]) === value);
  const [isTyping, setTyping] = useState(false);
  const chosen = isTyping ? 'typed' : value === '' ? 'none' : (preset ?? 'typed');
  const day = readDay(value);
  return (
    <>
      <ChoiceChips
        label={t('promises.days.label')}
        choices={(['none', ...presets, 'typed'] as const).map((each) => ({
          value: each,
          label: t(`promises.days.${each}`),
        }))}
        value={chosen}
        onChange={(choice) => {
          setTyping(choice === 'typed');
          if (choice !== 'typed') onChange(choice === 'none' ? '' : dayIn(daysAhead[choice]));
        }}
      />
      {chosen === 'typed' && (
        <DayField
          label={t('capture.day')}
          pickLabel={t('common.day.pick')}
          value={value}
          onChange={onChange}
          hint={day === null ? undefined : format.calendarDate(day)}
          error={error}
        />
      )}
    </>
  );
}
