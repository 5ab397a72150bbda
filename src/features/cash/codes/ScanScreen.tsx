// Offline: complete. The code of the other phone carries everything; nothing is saved before the person has counted.
import { router } from 'expo-router';

import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useI18n } from '@/i18n/I18nProvider';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';

import { CodeEntry } from '@/features/shared/CodeEntry';
import { NoCodes } from './NoCodes';
import { OnlyHere } from './OnlyHere';
import { readOfferCode } from './readCodes';

/** The receiver reads the code on the giver's phone. */
export function ScanScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const read = async (text: string): Promise<string | null> => {
    const reading = await readOfferCode(runtime, text);
    if (reading.kind === 'refused') return t(`cash.code.offer.${reading.why}`);
    if (reading.kind === 'answered')
      router.replace({ pathname: '/shift/answer', params: { key: reading.key, again: '1' } });
    else router.replace({ pathname: '/shift/receive', params: { code: text.trim() } });
    return null;
  };
  return (
    <Screen title={t('cash.code.scanTitle')} titlePlace="bar" back={useBack('/shift')}>
      {runtime.practice.isOn ? (
        <NoCodes />
      ) : (
        <>
          <Text>{t('cash.code.scanText')}</Text>
          <CodeEntry onCode={read} />
        </>
      )}
      <OnlyHere />
    </Screen>
  );
}
