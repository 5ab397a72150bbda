import { type Service, serveRead } from '../http/endpoint';
import { getReconciliation } from '../store/reconciliation';

/** Where the cash is. The database decides whose. */
export function registerReconciliation(service: Service): void {
  serveRead(service, 'getReconciliation', async (tx, _caller, { query }) => ({
    status: 'success',
    data: { reconciliation: await getReconciliation(tx, query) },
  }));
}
