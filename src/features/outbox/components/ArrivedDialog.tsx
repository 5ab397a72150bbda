import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';
import { useState } from 'react';

import { CountedNote } from '@/features/shared/CountedNote';
import { LateNote } from '@/features/shared/LateNote';
import { ReceiptButton } from '@/features/shared/ReceiptButton';
import { useRuntime } from '@/features/shared/runtime';
import { usePermissions } from '@/features/shared/usePermissions';
import { useI18n } from '@/i18n/I18nProvider';
import { receiptQueries } from '@/queries/receipts';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';

import type { Arrived } from '../queries';
import { CancelPanel } from './CancelPanel';

interface ArrivedDialogProps {
  arrived: Arrived;
  onClose: () => void;
}

/** A capture of today that the service has: its maker corrects or cancels it until the shift is closed. */
export function ArrivedDialog({ arrived: { record, countedAt }, onClose }: ArrivedDialogProps) {
  const { t, format } = useI18n();
  const { canCorrectBundles } = usePermissions();
  const { data: receipt } = useQuery(receiptQueries.ofRow(useRuntime(), record.id));
  const [isCancelling, setCancelling] = useState(false);
  return (
    <Dialog open title={record.who ?? t('outbox.nobody')} closeLabel={t('common.close')} onClose={onClose}>
      {isCancelling ? (
        <CancelPanel
          row={{ id: record.id, kind: 'bundle_create' }}
          onDone={onClose}
          onBack={() => setCancelling(false)}
        />
      ) : (
        <>
          <Banner
            tone="done"
            icon="check"
            title={`${t('outbox.state.acked')} ${t('outbox.next.arrived')}`}
            text={format.money(record.amount, record.currency)}
          />
          <LateNote id={record.id} />
          <ReceiptButton code={receipt?.code} id={record.id} onOpen={onClose} />
          {(countedAt === undefined || canCorrectBundles) && (
            <Button
              size="main"
              icon="edit"
              label={t('outbox.correct')}
              onPress={() => {
                onClose();
                router.push({ pathname: '/record', params: { fix: record.id } });
              }}
            />
          )}
          {countedAt === undefined ? (
            <Button kind="secondary" label={t('outbox.cancel.open')} onPress={() => setCancelling(true)} />
          ) : (
            <CountedNote at={countedAt} />
          )}
        </>
      )}
    </Dialog>
  );
}
