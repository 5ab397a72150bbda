import { printToFileAsync } from 'expo-print';
import { shareAsync } from 'expo-sharing';

import { type ShareAnswer } from './share';

/** Makes a PDF of a page and hands it to the phone's own sheet. */
export async function sharePdf({ name, html }: { name: string; html: string }): Promise<ShareAnswer> {
  try {
    const { uri } = await printToFileAsync({ html });
    await shareAsync(uri, { mimeType: 'application/pdf', UTI: 'com.adobe.pdf', dialogTitle: name });
    return 'shared';
  } catch {
    return 'failed'; // The page could not be drawn or the sheet not shown; nothing was lost, the caller says so.
  }
}
