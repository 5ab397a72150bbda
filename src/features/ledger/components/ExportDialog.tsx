import { useState } from 'react';
import { View } from 'react-native';

import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Dialog } from '@/ui/Dialog';
import { Icon } from '@/ui/Icon';
import { ListRow } from '@/ui/ListRow';
import { Text } from '@/ui/Text';
import { useToast } from '@/ui/Toast';

import { mostPrinted, shareLedger, type Export } from '../mutations';

interface ExportDialogProps {
  open: boolean;
  content: Omit<Export, 'kind' | 't' | 'format'> | null;
  onClose: () => void;
}

/** The filtered list as a table or as a page. */
export function ExportDialog({ open, content, onClose }: ExportDialogProps) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const count = (content?.sums ?? []).reduce((sum, part) => sum + part.count, 0);
  const share = async (kind: Export['kind']) => {
    if (content === null || isBusy) return;
    setBusy(true);
    // A store that cannot be read shares nothing.
    const result = await shareLedger(runtime, { ...content, kind, t, format }).catch(() => 'failed' as const);
    setBusy(false);
    if (result === 'failed') toast({ tone: 'person', icon: 'warning', title: t('ledger.export.failed') });
    else onClose();
  };
  const pdfDetail =
    count > mostPrinted
      ? `${t('ledger.export.pdfDetail')} ${t('ledger.export.pdfCut', { most: format.number(mostPrinted) })}`
      : t('ledger.export.pdfDetail');
  return (
    <Dialog open={open} title={t('ledger.export.title')} closeLabel={t('common.close')} onClose={onClose}>
      <Text tone="quiet" aria-live="polite">
        {isBusy
          ? t('ledger.export.working')
          : t('ledger.export.text', { count, number: format.number(count) })}
      </Text>
      <View>
        <ListRow
          leading={<Icon name="list" tone="primary" />}
          title={t('ledger.export.csv')}
          detail={t('ledger.export.csvDetail')}
          onPress={() => void share('csv')}
        />
        <ListRow
          leading={<Icon name="list" tone="primary" />}
          title={t('ledger.export.data')}
          detail={t('ledger.export.dataDetail')}
          onPress={() => void share('data')}
        />
        <ListRow
          leading={<Icon name="download" tone="primary" />}
          title={t('ledger.export.pdf')}
          detail={pdfDetail}
          onPress={() => void share('pdf')}
          last
        />
      </View>
    </Dialog>
  );
}
