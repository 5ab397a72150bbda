import { printToFileAsync } from 'expo-print';
import { shareAsync } from 'expo-sharing';

import { type ShareResult } from './share';

/** Renders HTML to a PDF and opens the share sheet. */
export async function sharePdf({ name, html }: { name: string; html: string }): Promise<ShareResult> {
  try {
    const { uri } = await printToFileAsync({ html });
    await shareAsync(uri, { mimeType: 'application/pdf', UTI: 'com.adobe.pdf', dialogTitle: name });
    return 'shared';
  } catch {
    return 'failed';
  }
}
