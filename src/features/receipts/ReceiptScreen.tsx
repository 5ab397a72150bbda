// Offline: complete. The receipt is made and signed on this phone.
import { useQuery } from '@tanstack/react-query';
import { useLocalSearchParams } from 'expo-router';
import { View } from 'react-native';

import { getSpace } from '@/db/knownSpaces';
import { messageLinks } from '@/domain/contacts/contactLinks';
import { type ReadReceipt, readReceipt } from '@/domain/receipt';
import { escapeHtml, printPage } from '@/features/shared/exportText';
import { type ShareResult, useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useI18n } from '@/i18n/I18nProvider';
import { receiptQueries } from '@/queries/receipts';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Facts } from '@/ui/Facts';
import { QrCode, qrPicture } from '@/ui/QrCode';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { useToast } from '@/ui/Toast';
import { space } from '@/ui/tokens';

import { receiptLines, receiptNumber } from './words';

/** A provisional receipt, for the giver: to scan, to send, to print. */
export function ReceiptScreen() {
  const { t } = useI18n();
  const { code = '', id = '' } = useLocalSearchParams<{ code: string; id: string }>();
  const back = useBack('/outbox');
  const receipt = readReceipt(code);
  if (receipt !== null) return <Receipt code={code} id={id} receipt={receipt} back={back} />;
  return (
    <Screen title={t('receipts.title')} back={back}>
      <EmptyState icon="warning" title={t('receipts.wrong')} text={t('receipts.wrongText')} />
    </Screen>
  );
}

interface ReceiptProps {
  code: string;
  /** Of the record; empty if only the code is known. */
  id: string;
  receipt: ReadReceipt;
  back: ReturnType<typeof useBack>;
}

function Receipt({ code, id, receipt: { facts }, back }: ReceiptProps) {
  const words = useI18n();
  const { t, format } = words;
  const runtime = useRuntime();
  const toast = useToast();
  const styles = useStyles();
  const { data: record } = useQuery(receiptQueries.record(runtime, id));
  // Nothing is offered before it is certain that the record was not cancelled.
  const isGood = record?.isVoid === false;
  const link = runtime.receipts.link(code);
  const lines = receiptLines(facts, words);
  const title = t('receipts.title');
  const warnIfFailed = (result: ShareResult) => {
    if (result === 'failed') toast({ tone: 'person', icon: 'warning', title: t('receipts.failed') });
  };
  const spaceName = async () => (await getSpace(runtime.store, runtime.scope))?.name ?? null;
  const message = async () =>
    [title, await spaceName(), ...lines.map(([, value]) => value), link].filter(Boolean).join('\n');
  const share = async () => warnIfFailed(await runtime.device.shareText(await message()));
  const write = async (way: 'text' | 'mail') => {
    const links = messageLinks(record?.giver ?? {}, { subject: title, text: await message() });
    if (!(await runtime.device.openExternal(links[way])))
      toast({ tone: 'person', icon: 'warning', title: t('common.cannotOpen') });
  };
  const print = async () => {
    const { side, path } = await qrPicture(link);
    const html = printPage({
      title,
      space: await spaceName(),
      format,
      lines: [
        ...lines.map(([name, value]) => `${escapeHtml(name)}: <strong>${escapeHtml(value)}</strong>`),
        escapeHtml(t('receipts.how')),
      ],
      table: `<svg width="240" viewBox="0 0 ${side} ${side}"><path d="${path}"/></svg>`,
    });
    const name = `${facts.book}-${facts.number}`;
    warnIfFailed(await runtime.device.sharePdf({ name, html }));
  };
  return (
    <Screen
      title={title}
      above={receiptNumber(facts, t)}
      back={back}
      footer={
        isGood ? (
          <Button size="main" icon="share" label={t('receipts.share')} onPress={() => void share()} />
        ) : undefined
      }
    >
      {record?.isVoid && (
        <Banner tone="person" icon="warning" title={t('receipts.void')} text={t('receipts.voidText')} />
      )}
      {isGood && (
        <>
          <QrCode text={link} label={t('receipts.picture')} />
          <Text tone="quiet" align="center">
            {t('receipts.how')}
          </Text>
        </>
      )}
      <Facts facts={lines} />
      {isGood && (
        <View style={styles.row}>
          <Button
            kind="secondary"
            icon="message"
            label={t('common.text')}
            onPress={() => void write('text')}
          />
          <Button kind="secondary" icon="mail" label={t('common.mail')} onPress={() => void write('mail')} />
          <Button kind="secondary" label={t('receipts.print')} onPress={() => void print()} />
        </View>
      )}
    </Screen>
  );
}

const useStyles = createStyles(() => ({
  row: { flexDirection: 'row', flexWrap: 'wrap', gap: space.s },
}));
