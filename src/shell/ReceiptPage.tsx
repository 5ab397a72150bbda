import { lazy, Suspense, useState, useSyncExternalStore } from 'react';

import type { ReadReceipt } from '@/domain/receipt';
import { preferredLanguage } from '@/i18n/languages';
import { useLanguage } from '@/i18n/useLanguage';
import { defaultServiceUrl, onReceipt, openedReceipt, preferredLanguages } from '@/platform/launch';
import { askForArrival } from '@/session/receiptArrival';

import { ThemedPage } from './ThemedPage';

// Loaded on demand: whoever works with the app does not open this page.
const CheckScreen = lazy(async () => ({
  default: (await import('@/features/receipts/CheckScreen')).CheckScreen,
}));

const isSigned = async (receipt: ReadReceipt) => (await import('@/platform/crypto')).isSigned(receipt);

/** The page of a receipt, for whoever holds it. It opens neither the database nor a session. */
export function ReceiptPage() {
  const code = useSyncExternalStore(onReceipt, openedReceipt) ?? '';
  const [chosen] = useState(() => preferredLanguage('system', preferredLanguages()));
  return (
    <ThemedPage theme="system" textSize="usual" language={useLanguage(chosen)}>
      <Suspense fallback={null}>
        <CheckScreen
          code={code}
          isSigned={isSigned}
          ask={(receipt) => askForArrival(defaultServiceUrl(), receipt)}
        />
      </Suspense>
    </ThemedPage>
  );
}
