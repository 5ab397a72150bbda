import { type Service, serveRead } from '../http/endpoint';
import { listActions } from '../store/actions';

export function registerActions(service: Service): void {
  serveRead(service, 'listActions', async (tx, caller, { query }) => ({
    status: 'success',
    data: { ActionsAggreg: await listActions(tx, caller, query) },
  }));
}
