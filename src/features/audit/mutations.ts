import { type OnlineFailure } from '@/domain/online';
import { type Runtime, type ShareResult } from '@/features/shared/runtime';

import { auditCsv } from './auditFile';
import { filterOf, type AuditChoice } from './queries';

/** Fetches the chosen entries as a file, in the words of the screen, and opens the share sheet. The service records the export. */
export async function shareAudit(
  { online, device }: Pick<Runtime, 'online' | 'device'>,
  choice: AuditChoice,
  words: Parameters<typeof auditCsv>[1]
): Promise<ShareResult | OnlineFailure> {
  const result = await online.read({ endpoint: 'exportAudit', query: filterOf(choice) });
  if (result.kind !== 'read') return result.kind;
  return device.shareFile({ ...result.value, text: auditCsv(result.value.text, words) });
}
