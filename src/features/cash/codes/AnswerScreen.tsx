// Offline: complete. The answer is signed on this phone.
import { useQuery } from '@tanstack/react-query';
import { router, useLocalSearchParams } from 'expo-router';

import type { Received } from '@/db/cash/myCash';
import { handedWords } from '@/features/shared/handedWords';
import { Loaded } from '@/features/shared/Loaded';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useI18n } from '@/i18n/I18nProvider';
import { cashQueries } from '@/queries/cash';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Facts } from '@/ui/Facts';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';

import { OnlyHere } from './OnlyHere';
import { codeQueries } from './queries';
import { ShownCode } from './ShownCode';
import { useGiverName } from './useGiverName';

/** The receiver shows the answer to a hand-over, for the giver's phone. */
export function AnswerScreen() {
  const { t } = useI18n();
  const { key, again } = useLocalSearchParams<{ key: string; again?: string }>();
  const query = useQuery(cashQueries.mine(useRuntime()));
  return (
    <Screen
      title={t('cash.code.answerTitle')}
      titlePlace="bar"
      back={useBack('/shift')}
      footer={
        <Button size="main" label={t('cash.code.next')} onPress={() => router.replace('/shift/scan')} />
      }
    >
      <Loaded query={query}>
        {({ received }) => {
          const found = received.find(({ reply }) => reply.hand_over === key);
          return found ? (
            <Answer received={found} isAgain={again !== undefined} />
          ) : (
            <EmptyState icon="cash" title={t('cash.receive.none')} text={t('cash.receive.noneText')} />
          );
        }}
      </Loaded>
    </Screen>
  );
}

function Answer({ received, isAgain }: { received: Received; isAgain: boolean }) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const { reply, handOver, signature } = received;
  const { data: code } = useQuery(codeQueries.answer(runtime, reply));
  const giver = useGiverName(received);
  return (
    <>
      {isAgain && <Banner tone="waiting" icon="warning" live title={t('cash.code.again')} />}
      {code && <ShownCode code={code} label={t('cash.code.answerPicture')} how={t('cash.code.answerHow')} />}
      {reply.is_disputed ? (
        <Banner
          tone="person"
          icon="warning"
          title={t('cash.receive.ask')}
          text={t('cash.code.disputedText')}
        />
      ) : (
        <Banner tone="done" icon="check" title={t('cash.receive.done')} />
      )}
      {reply.offer !== undefined && signature !== 'valid' && (
        <Text variant="note" tone={signature === null ? 'quiet' : 'person'}>
          {t(signature === null ? 'cash.code.checkLater' : 'cash.code.keyNotKnown')}
        </Text>
      )}
      <Facts
        facts={[
          [t('cash.receive.from'), giver],
          [t('cash.count.counted'), handedWords(t, format, { cash: reply.counted, cheques: reply.cheques })],
          [t('cash.code.theyGave'), handOver && handedWords(t, format, handOver)],
        ]}
      />
      <OnlyHere />
    </>
  );
}
