import { type Endpoint, type EndpointName, endpoints } from '@/contract/endpoints';
import type { TokenRight } from '@/contract/token';

import type { Caller } from '../store/database';
import { isAtLeast, isManager } from '../store/permissions';
import { ProblemError } from './problems';

/** The part of the interface that an endpoint belongs to. `open`: any token; `person`: no limited token. */
type Part = Exclude<TokenRight, 'read'> | 'read' | 'open' | 'person';

/** One entry per endpoint of the contract: a new endpoint does not compile without one. */
const parts: Readonly<Record<EndpointName, Part>> = {
  getHealth: 'open',
  getReady: 'open',
  getMe: 'open',
  listChanges: 'read',
  listActionSizes: 'read',
  getSpace: 'read',
  listUsers: 'people',
  getUser: 'people',
  updateUser: 'people',
  changeRole: 'person',
  inviteUsers: 'people',
  listInvitations: 'people',
  sendInvitation: 'people',
  withdrawInvitation: 'people',
  listMembersAway: 'people',
  changeMembership: 'people',
  listRoles: 'people',
  listTeams: 'people',
  listPublicTeams: 'people',
  getTeam: 'people',
  createTeam: 'people',
  replaceTeam: 'people',
  deleteTeam: 'people',
  listContacts: 'contacts',
  getContact: 'contacts',
  createContact: 'contacts',
  updateContact: 'contacts',
  listContactImports: 'contacts',
  createContactImport: 'contacts',
  addImportedContacts: 'contacts',
  undoContactImport: 'contacts',
  listDuplicates: 'person',
  markContactsAsDifferent: 'person',
  mergeContact: 'person',
  getForm: 'contacts',
  createForm: 'contacts',
  updateForm: 'contacts',
  listActions: 'contacts',
  createVisit: 'contacts',
  createAnswers: 'contacts',
  getAction: 'contacts',
  createAction: 'contacts',
  updateAction: 'contacts',
  listMembershipPriceGroups: 'money',
  listDonationPrices: 'money',
  listTransactionStatuses: 'money',
  getTransactionSettings: 'money',
  createDonationPrice: 'money',
  updateDonationPrice: 'money',
  createMembershipPriceGroup: 'money',
  updateMembershipPriceGroup: 'money',
  createMembershipPrice: 'money',
  updateMembershipPrice: 'money',
  createTransactionStatus: 'money',
  updateTransactionStatus: 'money',
  updateTransactionSettings: 'money',
  createBundle: 'money',
  createCashRecord: 'money',
  listBatches: 'money',
  listBatchable: 'money',
  getBatch: 'money',
  createBatches: 'money',
  updateBatch: 'money',
  listMonths: 'money',
  getMonth: 'money',
  updateMonth: 'money',
  getReconciliation: 'money',
  createReceiptBook: 'money',
  listReceiptBooks: 'money',
  getReceiptArrival: 'open',
  listBundles: 'money',
  getBundle: 'money',
  updateBundle: 'money',
  getBundleHistory: 'money',
  listAudit: 'audit',
  exportAudit: 'audit',
  listDevices: 'person',
  getSecondFactor: 'person',
  resetSecondFactor: 'person',
  signOutDevice: 'person',
  signOutUser: 'person',
  exportContact: 'person',
  exportUser: 'person',
  eraseContact: 'person',
  eraseUser: 'person',
  updateSpace: 'person',
  createNewcomerCode: 'person',
  reportToBoard: 'person',
  getTeamBoard: 'person',
  searchEveryone: 'person',
  lookUpContact: 'person',
  listTokens: 'person',
  createToken: 'person',
  revokeToken: 'person',
};

/** Whether the token of a caller may call an endpoint. The role of the caller is checked in addition. */
export function hasRight({ rights }: Pick<Caller, 'rights'>, name: EndpointName): boolean {
  const part = parts[name];
  if (rights === null || part === 'open') return true;
  if (part === 'person') return false;
  return rights.includes(part) || (rights.includes('read') && part !== 'audit' && !endpoints[name].writes);
}

const names = new Map(
  Object.entries<Endpoint>(endpoints).map(([name, { method, path }]) => [
    `${method} ${path}`,
    name as EndpointName,
  ])
);

/** The endpoint of a route; undefined for one outside the contract. */
export function endpointOf(method: string, path: string): EndpointName | undefined {
  return names.get(`${method === 'HEAD' ? 'GET' : method} ${path}`);
}

/** What only managers and wider roles do in their space. */
export function requireManager(caller: Caller): void {
  if (!isManager(caller)) throw new ProblemError('forbidden');
}

/** What only admins do in their space. */
export function requireAdmin(caller: Caller): void {
  if (!isAtLeast(caller, 'admin')) throw new ProblemError('forbidden');
}
