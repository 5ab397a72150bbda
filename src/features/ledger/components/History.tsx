import { type ReactNode, useEffect, useState } from 'react';
import { View } from 'react-native';

import { type BundleHistoryEntry } from '@/contract/bundle';
import { type FetchOutcome, useRuntime, useSyncStatus } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Card } from '@/ui/Card';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { radius, space } from '@/ui/tokens';

import { stepsOf, type HistoryStep } from '../history';
import { fieldName, fieldValue, type FieldWords } from '../labels';

interface HistoryProps {
  bundleId: number;
  entries: readonly BundleHistoryEntry[] | null;
  words: FieldWords;
}

/** The history of a bundle. Fetched when it is opened, and stored for reading offline. */
export function History({ bundleId, entries, words }: HistoryProps) {
  const { t } = useI18n();
  const { sync } = useRuntime();
  const { lastPulledAt } = useSyncStatus();
  const [outcome, setOutcome] = useState<FetchOutcome | null>(null);
  useEffect(() => {
    let isHere = true;
    void sync.fetchBundleHistory(bundleId).then((fetched) => isHere && setOutcome(fetched));
    return () => {
      isHere = false;
    };
    // Fetched again after every pull: a correction of this phone may have arrived.
  }, [sync, bundleId, lastPulledAt]);

  if (entries === null) {
    const sentence = outcome === null ? 'fetching' : outcome === 'refused' ? 'refused' : 'notHere';
    return (
      <Frame>
        <Text tone="quiet" aria-live="polite">
          {t(`ledger.history.${sentence}`)}
        </Text>
      </Frame>
    );
  }
  const steps = stepsOf(entries);
  return (
    <Frame>
      {steps.length === 0 && <Text tone="quiet">{t('ledger.history.empty')}</Text>}
      {steps.map((step) => (
        <Step key={step.key} step={step} words={words} />
      ))}
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const { t } = useI18n();
  return (
    <Card>
      <Text variant="section" heading={2}>
        {t('ledger.history.title')}
      </Text>
      {children}
    </Card>
  );
}

function Step({ step, words }: { step: HistoryStep; words: FieldWords }) {
  const { t, format } = useI18n();
  const { now } = useRuntime();
  const styles = useStyles();
  const value = (field: string, of: unknown) =>
    fieldValue(words, field, of, step.currency) || t('ledger.history.nothing');
  const lineOf = ({ field, from, to }: HistoryStep['fields'][number]) => {
    const name = fieldName(t, field);
    if (step.action === 'changed')
      return t('ledger.history.fromTo', { field: name, from: value(field, from), to: value(field, to) });
    return t('ledger.history.is', { field: name, value: value(field, step.action === 'added' ? to : from) });
  };
  return (
    <View style={styles.step}>
      <View aria-hidden style={styles.mark} />
      <View style={styles.words}>
        <Text variant="strong">{t(`ledger.history.${step.action}.${step.kind}`)}</Text>
        <Text variant="small" tone="quiet">
          {[
            step.at === undefined ? '' : format.since(step.at, now()),
            step.userId === undefined
              ? ''
              : t('ledger.history.by', {
                  name:
                    words.names.user.get(step.userId) ??
                    t('ledger.history.unknownPerson', { id: String(step.userId) }),
                }),
            step.target === undefined ? '' : t('common.number', { id: String(step.target) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {step.fields.map((field) => (
          <Text key={field.field} variant="note">
            {lineOf(field)}
          </Text>
        ))}
      </View>
    </View>
  );
}

const useStyles = createStyles(({ colors }) => ({
  step: { flexDirection: 'row', gap: space.m, paddingVertical: space.s },
  mark: {
    width: 10,
    height: 10,
    marginTop: 6,
    borderRadius: radius.round,
    backgroundColor: colors.primary,
  },
  words: { flex: 1, gap: 1 },
}));
