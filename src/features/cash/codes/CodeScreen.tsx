// Offline: complete. The code is signed on this phone, and the answer to it is saved on this phone and sent automatically.
import { useQuery } from '@tanstack/react-query';
import { useLocalSearchParams } from 'expo-router';
import { useState } from 'react';

import type { CashChain, FollowedHandOver } from '@/domain/cash/cashChain';
import { handedWords } from '@/features/shared/handedWords';
import { Loaded } from '@/features/shared/Loaded';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useI18n } from '@/i18n/I18nProvider';
import { cashQueries } from '@/queries/cash';
import { catalogueQueries } from '@/queries/catalogue';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Facts } from '@/ui/Facts';
import { Screen } from '@/ui/Screen';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';

import { saveAnswer } from '../mutations';
import { useReceiverName } from '../useReceiverName';
import { CodeEntry } from '@/features/shared/CodeEntry';
import { moneyList } from '@/features/shared/moneyList';
import { NoCodes } from './NoCodes';
import { OnlyHere } from './OnlyHere';
import { codeQueries } from './queries';
import { readAnswerCode } from './readCodes';
import { ShownCode } from './ShownCode';

/** The giver shows the code of a hand-over, and reads the receiver's answer. */
export function CodeScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { key } = useLocalSearchParams<{ key: string }>();
  const query = useQuery(cashQueries.mine(runtime));
  const settings = useQuery(catalogueQueries.settings(runtime));
  const back = useBack('/shift');
  const [isReading, setReading] = useState(false);
  const chain = query.data?.chain;
  const followed = chain?.handOvers.find(({ handOver }) => handOver.key === key);
  return (
    <Screen
      title={t('cash.code.title')}
      titlePlace="bar"
      back={back}
      footer={
        followed?.state === 'offered' && !runtime.practice.isOn ? (
          isReading ? (
            <Button kind="secondary" label={t('cash.code.showAgain')} onPress={() => setReading(false)} />
          ) : (
            <Button size="main" label={t('cash.code.readAnswer')} onPress={() => setReading(true)} />
          )
        ) : undefined
      }
    >
      <Loaded query={query}>
        {() =>
          followed && runtime.practice.isOn ? (
            <>
              <NoCodes />
              <HandOverFacts followed={followed} />
            </>
          ) : chain && followed && !settings.isPending ? (
            <Given
              followed={followed}
              chain={chain}
              spaceCurrency={settings.data?.currency}
              isReading={isReading}
            />
          ) : (
            !followed && <EmptyState icon="cash" title={t('cash.code.none')} text={t('cash.code.noneText')} />
          )
        }
      </Loaded>
    </Screen>
  );
}

interface GivenProps {
  followed: FollowedHandOver;
  chain: CashChain;
  spaceCurrency: string | undefined;
  isReading: boolean;
}

function Given({ followed, chain, spaceCurrency, isReading }: GivenProps) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { handOver, state } = followed;
  const name = useReceiverName(handOver.to);
  const { data: code } = useQuery(codeQueries.offer(runtime, handOver, chain, spaceCurrency));
  const [note, setNote] = useState<'known' | 'unknownKey' | null>(null);

  const readAnswer = async (text: string): Promise<string | null> => {
    const reading = await readAnswerCode(runtime, handOver, text);
    if (reading.kind === 'refused') return t(`cash.code.answer.${reading.why}`, { name });
    if (reading.kind === 'known') {
      setNote('known');
      return null;
    }
    const { answer } = reading;
    const result = await saveAnswer(runtime, { key: runtime.newId(), handOver, answer });
    if (result === 'full' || result === 'failed') return t(`cash.notSaved.${result}`);
    setNote(answer.signed?.isKeyKnown === false ? 'unknownKey' : null);
    return null;
  };

  return (
    <>
      {state === 'offered' && code && !isReading && (
        <ShownCode code={code} label={t('cash.code.picture', { name })} how={t('cash.code.how', { name })} />
      )}
      {state === 'offered' && code === null && <Text>{t('cash.code.tooMany', { name })}</Text>}
      {state === 'offered' && isReading && (
        <>
          <SectionHeader title={t('cash.code.readTitle', { name })} />
          <CodeEntry onCode={readAnswer} />
        </>
      )}
      <StateBanner followed={followed} />
      {note !== null && (
        <Text variant="note" tone="quiet" aria-live="polite">
          {t(`cash.code.${note}`)}
        </Text>
      )}
      <HandOverFacts followed={followed} />
      {state === 'offered' && !isReading && (
        <Text variant="note" tone="quiet">
          {t('cash.code.digitsText')}
        </Text>
      )}
      <OnlyHere />
    </>
  );
}

function HandOverFacts({ followed: { handOver, counted } }: { followed: FollowedHandOver }) {
  const { t, format } = useI18n();
  return (
    <Facts
      facts={[
        [t('cash.code.to'), useReceiverName(handOver.to)],
        [t('cash.handOver.cash'), moneyList(format, handOver.cash)],
        [t('cash.handOver.cheques'), handOver.cheques === 0 ? null : format.number(handOver.cheques)],
        [t('cash.code.theyCounted'), counted && handedWords(t, format, counted)],
      ]}
    />
  );
}

function StateBanner({ followed: { handOver, state, reply } }: { followed: FollowedHandOver }) {
  const { t } = useI18n();
  const name = useReceiverName(handOver.to);
  const isTyped = reply?.kind === 'reply_seen' && reply.answer === undefined;
  const typedText = isTyped ? t('cash.code.typedText', { name }) : undefined;
  switch (state) {
    case 'offered':
      return (
        <Banner
          tone="waiting"
          icon="clock"
          title={t('cash.code.waiting')}
          text={t('cash.code.waitingText', { name })}
        />
      );
    case 'received':
      return (
        <Banner tone="done" icon="check" live title={t('cash.code.received', { name })} text={typedText} />
      );
    case 'disputed':
      return (
        <Banner
          tone="person"
          icon="warning"
          live
          title={t('cash.code.disputed', { name })}
          text={[t('cash.code.disputedText'), typedText].filter(Boolean).join(' ')}
        />
      );
    case 'taken_back':
      return (
        <Banner
          tone="waiting"
          icon="warning"
          title={t('cash.code.takenBack')}
          text={t('cash.code.takenBackText')}
        />
      );
  }
}
