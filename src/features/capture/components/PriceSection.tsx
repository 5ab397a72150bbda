import { useState } from 'react';
import { View } from 'react-native';

import { useI18n } from '@/i18n/I18nProvider';
import { type CardChoice, ChoiceCards } from '@/ui/ChoiceCards';
import { GroupError } from '@/ui/ErrorPlace';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { customPriceOf, hasOwnAmount, type PriceSet } from '@/domain/catalogue';
import type { PriceChoice } from '../draft';

interface PriceSectionProps {
  /** The label of the group, for a screen reader. */
  label: string;
  amountLabel: string;
  sets: readonly PriceSet[];
  choice: PriceChoice;
  onChange: (choice: PriceChoice) => void;
  currency: string;
  error?: string;
}

const OTHER = 'other';

/** The prices as large buttons; a field for typing where the catalogue allows it, or where there is none. */
export function PriceSection(props: PriceSectionProps) {
  const { label, amountLabel, sets, choice, onChange, currency, error } = props;
  const { t, format } = useI18n();
  const styles = useStyles();
  const custom = customPriceOf(sets, choice.priceId);
  // Other focuses the field: one tap less.
  const [isAboutToType, setAboutToType] = useState(false);
  const isTyping = choice.typed !== null || custom?.kind === 'free';
  // Without a price the record has none: a chosen price of another currency is not kept.
  const typedPrice = custom === null ? choice.priceId : custom.priceId;
  const chosen = isTyping ? OTHER : choice.priceId === null ? null : String(choice.priceId);

  const { sign, place } = format.currencySign(currency);
  const signShown = (
    <Text variant="section" tone="quiet" aria-hidden>
      {sign}
    </Text>
  );

  const choose = (value: string) => {
    if (value === OTHER) onChange({ priceId: custom?.priceId ?? null, typed: '' });
    else onChange({ priceId: Number(value), typed: null });
  };

  return (
    <View style={styles.section}>
      {sets.map((set, index) => {
        const isLast = index === sets.length - 1;
        const choices = set.prices.filter(hasOwnAmount).map((price): CardChoice<string> => {
          const title = format.moneyShort(price.amount ?? 0, price.currency ?? currency);
          // A price named by its amount shows it once, formatted for the locale.
          const hasName = /\p{L}/u.test(price.name ?? '');
          return { value: String(price.id), title, ...(hasName ? { detail: price.name } : {}) };
        });
        if (isLast && custom !== null)
          choices.push({ value: OTHER, title: t('capture.other'), detail: t('capture.otherDetail') });
        return (
          <View key={set.name ?? index} style={styles.set}>
            {set.name !== null && (
              <Text variant="note" tone="quiet">
                {set.name}
              </Text>
            )}
            <ChoiceCards
              label={set.name === null ? label : `${label}, ${set.name}`}
              choices={choices}
              value={chosen}
              onChange={choose}
              onPressed={(value) => setAboutToType(value === OTHER)}
            />
          </View>
        );
      })}
      {isTyping && (
        <TextField
          label={amountLabel}
          large
          autoFocus={isAboutToType}
          inputMode="decimal"
          maxLength={20}
          value={choice.typed ?? ''}
          onChangeText={(typed) => onChange({ priceId: typedPrice, typed })}
          error={error}
          leading={place === 'before' ? signShown : undefined}
          trailing={place === 'after' ? signShown : undefined}
        />
      )}
      {!isTyping && <GroupError error={error} />}
    </View>
  );
}

const useStyles = createStyles(() => ({ section: { gap: space.m }, set: { gap: space.s } }));
