import { type OnlineFailure } from '@/domain/online';
import { type Runtime, type ShareResult } from '@/features/shared/runtime';

import { filterOf, type AuditChoice } from './queries';

/** Fetches the chosen entries as a file and opens the share sheet. The service records the export. */
export async function shareAudit(
  { online, device }: Pick<Runtime, 'online' | 'device'>,
  choice: AuditChoice
): Promise<ShareResult | OnlineFailure> {
  const result = await online.read({ endpoint: 'exportAudit', query: filterOf(choice) });
  return result.kind === 'read' ? device.shareFile(result.value) : result.kind;
}
