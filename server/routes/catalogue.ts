import { serveRead, type Service } from '../http/endpoint';
import { ProblemError } from '../http/problems';
import {
  getTransactionSettings,
  listDonationPrices,
  listMembershipPriceGroups,
  listRoles,
  listTransactionStatuses,
  roleAnswer,
} from '../store/catalogue';

/** Prices, statuses, settings and roles: readable by all people of a space. */
export function registerCatalogue(service: Service): void {
  serveRead(service, 'listMembershipPriceGroups', async (tx, _caller, { query }) => {
    const { records, total } = await listMembershipPriceGroups(tx, query);
    return { status: 'success', data: records, total };
  });

  serveRead(service, 'listDonationPrices', async (tx, _caller, { query }) => {
    const { records, total } = await listDonationPrices(tx, query);
    return { status: 'success', data: records, total };
  });

  serveRead(service, 'listTransactionStatuses', async (tx, _caller, { query }) => {
    const { records, total } = await listTransactionStatuses(tx, query);
    return { status: 'success', data: records, total };
  });

  serveRead(service, 'getTransactionSettings', async (tx) => {
    const settings = await getTransactionSettings(tx);
    if (!settings) throw new ProblemError('not_found');
    return { status: 'success', data: settings };
  });

  serveRead(service, 'listRoles', async (tx) => {
    const roles = await listRoles(tx);
    return { status: 'success', data: { roles: roles.map(roleAnswer) } };
  });
}
