import { useRef } from 'react';
import { View } from 'react-native';

import { readDay } from '@/domain/day';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { ChoiceChips } from '@/ui/ChoiceChips';
import { DayField } from '@/ui/DayField';
import { useScrollIntoView } from '@/ui/scrollIntoView';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { periodOf } from '../assemble';
import { type Catalogue, offeredDonations, offeredMemberships } from '@/domain/catalogue';
import { type PersonDraft, type Taken, takenKinds } from '../draft';
import type { CaptureForm } from '../useCaptureForm';
import { PriceSection } from './PriceSection';
import { WhoCard } from './WhoCard';

interface PersonSectionProps {
  form: CaptureForm;
  catalogue: Catalogue;
  person: PersonDraft;
  /** Scrolled into view when it appears. */
  isAdded: boolean;
  onPick: () => void;
  onRemove?: () => void;
}

/** One person on the payment: who it is, what they give or join, and for how much. */
export function PersonSection({ form, catalogue, person, isAdded, onPick, onRemove }: PersonSectionProps) {
  const { t } = useI18n();
  const styles = useStyles();
  const { key, takes } = person;
  const { currency } = form.draft;
  const change = (part: Partial<PersonDraft>) => form.changePerson(key, part);
  const words: Record<Taken, string> = {
    donation: t('capture.donation'),
    membership: t('capture.membership'),
    both: t('capture.both'),
  };

  const section = useRef<View>(null);
  const { scrollTo } = useScrollIntoView();

  return (
    <View
      ref={section}
      style={styles.section}
      onLayout={() => {
        if (isAdded) scrollTo(section);
      }}
    >
      <WhoCard
        who={person.who}
        onChange={(who) => change({ who })}
        onPick={onPick}
        onRemove={onRemove}
        error={form.errorAt(`${key}.who`)}
        mailError={form.errorAt(`${key}.mail`)}
        permissionError={form.errorAt(`${key}.permission`)}
      />
      <ChoiceChips
        label={t('capture.what')}
        labelHidden
        choices={takenKinds.map((value) => ({ value, label: words[value] }))}
        value={takes}
        onChange={(value) => change({ takes: value })}
      />
      {takes === 'both' && (
        <Text variant="strong" aria-hidden>
          {t('capture.donation')}
        </Text>
      )}
      {takes !== 'membership' && (
        <PriceSection
          label={t('capture.donationPrice')}
          amountLabel={t('capture.amount')}
          sets={offeredDonations(catalogue, currency)}
          choice={person.donation}
          onChange={(donation) => change({ donation })}
          currency={currency}
          error={form.errorAt(`${key}.donation`)}
        />
      )}
      {takes !== 'donation' && (
        <>
          {takes === 'both' && (
            <Text variant="strong" aria-hidden>
              {t('capture.membership')}
            </Text>
          )}
          <PriceSection
            label={t('capture.membershipPrice')}
            amountLabel={takes === 'both' ? t('capture.membershipAmount') : t('capture.amount')}
            sets={offeredMemberships(catalogue, currency)}
            choice={person.membership}
            onChange={(membership) => change({ membership })}
            currency={currency}
            error={form.errorAt(`${key}.membership`)}
          />
          <Period form={form} catalogue={catalogue} person={person} onType={(until) => change({ until })} />
        </>
      )}
    </View>
  );
}

interface PeriodProps {
  form: CaptureForm;
  catalogue: Catalogue;
  person: PersonDraft;
  onType: (until: string) => void;
}

/** The period of the membership: computed from the price, or typed where the price has none. */
function Period({ form, catalogue, person, onType }: PeriodProps) {
  const { t, format } = useI18n();
  const { takenAt, clock } = form;
  const worked = periodOf({ ...person, until: '' }, catalogue, takenAt, clock);
  if (worked !== null) {
    return (
      <Text variant="note" tone="quiet">
        {t('capture.period', {
          start: format.calendarDate(worked.start_date),
          end: format.calendarDate(worked.end_date),
        })}
      </Text>
    );
  }
  // The field is shown only after a price is chosen, since the price may have a period.
  const hasChoice = person.membership.priceId !== null || person.membership.typed !== null;
  if (!hasChoice && form.errorAt(`${person.key}.until`) === undefined) return null;
  const year = new Date(takenAt).getFullYear();
  const read = readDay(person.until);
  return (
    <View>
      <DayField
        label={t('capture.until')}
        pickLabel={t('common.day.pick')}
        value={person.until}
        onChange={onType}
        hint={
          read === null ? t('capture.untilHint', { example: `${year}-12-31` }) : format.calendarDate(read)
        }
        error={form.errorAt(`${person.key}.until`)}
      />
      <Button
        kind="quiet"
        label={t('capture.untilYearEnd', { day: format.calendarDate(`${year}-12-31`) })}
        onPress={() => onType(`${year}-12-31`)}
      />
    </View>
  );
}

const useStyles = createStyles(() => ({ section: { gap: space.m } }));
