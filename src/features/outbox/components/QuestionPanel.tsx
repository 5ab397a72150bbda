import { useQuery } from '@tanstack/react-query';
import { View } from 'react-native';

import type { OutboxRow } from '@/db/outbox/outbox';
import type { Candidate } from '@/domain/outcome';
import { readFrozenBundle } from '@/domain/bundle';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { contactQueries } from '@/queries/contacts';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { confirmExists, sendAgain } from '../mutations';
import { useDecision } from '../useDecision';
import { Side } from './Side';

interface QuestionPanelProps {
  row: OutboxRow;
  candidates: readonly Candidate[];
  now: number;
  onDone: () => void;
}

/** The record on the phone and the candidates of the service side by side; the person decides whether they are the same. */
export function QuestionPanel({ row, candidates, now, onDone }: QuestionPanelProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const { decide, problem } = useDecision(onDone);
  const ids = candidates.flatMap(({ contactId }) => contactId ?? []);
  const { data: contacts = [] } = useQuery(contactQueries.lines(runtime, ids));
  const taken = readFrozenBundle(row.body)?.transactions[0]?.date ?? row.createdAt;
  const money = (amount: number | null, currency: string | null) =>
    amount === null || currency === null ? '' : format.money(amount, currency);
  const nameOf = ({ contactId }: Candidate) =>
    contactId === null
      ? t('outbox.nobody')
      : (contacts.find(({ id }) => id === contactId)?.name ?? t('common.number', { id: String(contactId) }));

  return (
    <View style={styles.container}>
      <SectionHeader title={t('outbox.question.title')} />
      <Text>{t('outbox.question.text')}</Text>
      <View style={styles.sides}>
        <Side
          title={t('outbox.question.mine')}
          lines={[row.who ?? t('outbox.nobody'), money(row.amount, row.currency), format.since(taken, now)]}
        />
        {candidates.map((candidate) => (
          <Side
            key={candidate.id}
            title={t('outbox.question.theirs')}
            lines={[
              nameOf(candidate),
              money(candidate.amount, candidate.currency),
              candidate.date === null ? '' : format.since(candidate.date, now),
              t('outbox.question.theirNumber', { id: String(candidate.id) }),
            ]}
            action={
              <Button
                kind="secondary"
                label={t('outbox.question.same')}
                onPress={() => void decide(() => confirmExists(runtime, row, candidate.id))}
              />
            }
          />
        ))}
      </View>
      {problem !== null && <Banner live tone="person" icon="warning" title={problem} />}
      <Button
        kind="secondary"
        icon="arrowUp"
        label={t('outbox.question.sendIt')}
        onPress={() => void decide(() => sendAgain(runtime, row))}
      />
    </View>
  );
}

const useStyles = createStyles(() => ({
  container: { gap: space.m },
  sides: { flexDirection: 'row', flexWrap: 'wrap', gap: space.s },
}));
