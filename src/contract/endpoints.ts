import { z } from 'zod';

import {
  ActionAggregateRead,
  ActionCreateRequest,
  ActionListQuery,
  ActionListResponse,
  ActionResponse,
  ActionUpdateRequest,
} from './action';
import { AuditFilter, AuditQuery, AuditResponse, FileResponse, FileSchema, readAudit } from './audit';
import {
  BundleCreateRequest,
  BundleHistoryEntryRead,
  BundleHistoryResponse,
  BundleListResponse,
  BundleResponse,
  BundleUpdateRequest,
  TransactionBundleRead,
} from './bundle';
import { CashRecordRead, CashRecordRequest, CashRecordResponse } from './cashRecord';
import {
  DonationPriceCreateRequest,
  DonationPriceResponse,
  DonationPriceUpdateRequest,
  MembershipPriceCreateRequest,
  MembershipPriceUpdateRequest,
  PriceGroupCreateRequest,
  PriceGroupResponse,
  PriceGroupUpdateRequest,
  StatusCreateRequest,
  StatusResponse,
  StatusUpdateRequest,
  TransactionSettingsUpdateRequest,
} from './catalogueWrite';
import { ChangesQuery, ChangesResponse, readChanges } from './changes';
import { ErasedResponse, ErasedSchema } from './erasure';
import { ContactListQuery, ContactListResponse, ContactRead, ContactSchema } from './contact';
import { DeviceListResponse, DeviceRead, SignedOutRead, SignedOutResponse } from './device';
import { type Reading, bareList, bareOne, envelopedList, envelopedOne, envelopedOneOrMany } from './envelope';
import type { ExtensionName } from './extensions';
import { FormResponse, readForm } from './form';
import { HealthRead, HealthResponse, ReadyResponse, ReadySchema } from './health';
import {
  InvitationChangedResponse,
  InvitationChangedSchema,
  InvitationListResponse,
  InvitationRead,
  InvitationRequest,
  InvitationResponse,
  InvitationSendRequest,
  InvitationStateRead,
} from './invitation';
import { MeRead, MeResponse } from './me';
import {
  MemberListResponse,
  MemberRead,
  MembershipChangeRequest,
  MembershipChangedResponse,
  MembershipChangedSchema,
} from './member';
import {
  DonationPriceListResponse,
  DonationPriceRead,
  MembershipPriceGroupListResponse,
  MembershipPriceGroupRead,
} from './price';
import { IdParams, PageQuery } from './primitives';
import { RoleListResponse, RoleRead } from './role';
import { SecondFactorRead, SecondFactorResponse } from './secondFactor';
import { TransactionSettingsRead, TransactionSettingsResponse } from './settings';
import { TransactionStatusListResponse, TransactionStatusRead } from './status';
import {
  PublicTeamListResponse,
  PublicTeamRead,
  TeamCreateRequest,
  TeamDeletedRead,
  TeamDeletedResponse,
  TeamListQuery,
  TeamListResponse,
  TeamParams,
  TeamRead,
  TeamReplaceBody,
  TeamReplaceRequest,
  TeamResponse,
} from './team';
import {
  NewTokenResponse,
  NewTokenSchema,
  RevokedTokenResponse,
  RevokedTokenSchema,
  TokenCreateRequest,
  TokenListResponse,
  TokenRead,
} from './token';
import {
  ConfirmationResponse,
  RoleChangeRequest,
  UserListQuery,
  UserListResponse,
  UserRead,
  UserResponse,
  UserUpdateQuery,
  UserUpdateRequest,
} from './user';
import { VisitCreateRequest, VisitRead, VisitResponse } from './visit';

/** One endpoint, as data. The service builds its routes from these rows, the app its calls. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `:name` is a parameter. */
  path: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** What the service accepts. */
  body?: z.ZodObject;
  /** What our client sends, where that is not what the service accepts. */
  request?: z.ZodObject;
  /** The response of our service. */
  response: z.ZodType;
  /** How our client parses the response of any service. */
  read: (body: unknown) => Reading<unknown>;
  envelope: 'envelope' | 'bare';
  /** Absent for endpoints of the interface itself. */
  extension?: ExtensionName;
  /** Whether the Authorization header is required. */
  auth: boolean;
  writes: boolean;
}

const get = { method: 'GET', envelope: 'envelope', auth: true, writes: false } as const;
const post = { method: 'POST', envelope: 'envelope', auth: true, writes: true } as const;
const patch = { method: 'PATCH', envelope: 'envelope', auth: true, writes: true } as const;

const readConfirmation = envelopedOne(z.string());
const readUser = envelopedOne(UserRead, 'User');
const readTeam = envelopedOne(TeamRead, 'team');
const readBundle = envelopedOne(TransactionBundleRead);
const readDonationPrice = envelopedOne(DonationPriceRead);
const readPriceGroup = envelopedOne(MembershipPriceGroupRead);
const readStatus = envelopedOne(TransactionStatusRead);
const readAction = envelopedOne(ActionAggregateRead);

/** Every endpoint by its name in the code. */
export const endpoints = {
  listUsers: {
    ...get,
    path: '/users',
    query: UserListQuery,
    response: UserListResponse,
    read: envelopedList(UserRead, 'users'),
  },
  getUser: { ...get, path: '/users/:id', params: IdParams, response: UserResponse, read: readUser },
  updateUser: {
    ...patch,
    path: '/users/:id',
    params: IdParams,
    query: UserUpdateQuery,
    body: UserUpdateRequest,
    response: ConfirmationResponse,
    read: readConfirmation,
  },
  changeRole: {
    ...patch,
    path: '/users/role',
    body: RoleChangeRequest,
    response: ConfirmationResponse,
    read: readConfirmation,
  },
  inviteUsers: {
    ...post,
    path: '/users/invitation',
    body: InvitationRequest,
    response: InvitationResponse,
    read: envelopedOneOrMany(InvitationRead, 'invitations'),
  },

  listTeams: {
    ...get,
    path: '/teams',
    query: TeamListQuery,
    response: TeamListResponse,
    read: envelopedList(TeamRead, 'teams'),
  },
  createTeam: { ...post, path: '/teams', body: TeamCreateRequest, response: TeamResponse, read: readTeam },
  getTeam: { ...get, path: '/teams/:id', params: TeamParams, response: TeamResponse, read: readTeam },
  replaceTeam: {
    ...patch,
    path: '/teams',
    body: TeamReplaceBody,
    request: TeamReplaceRequest,
    response: TeamResponse,
    read: readTeam,
  },
  deleteTeam: {
    ...post,
    method: 'DELETE',
    path: '/teams/:id',
    params: IdParams,
    response: TeamDeletedResponse,
    read: envelopedOne(TeamDeletedRead),
  },
  listPublicTeams: {
    ...get,
    path: '/teams/public',
    response: PublicTeamListResponse,
    read: bareList(PublicTeamRead),
    envelope: 'bare',
  },

  listMembershipPriceGroups: {
    ...get,
    path: '/v1/membership_price_groups',
    query: PageQuery,
    response: MembershipPriceGroupListResponse,
    read: envelopedList(MembershipPriceGroupRead),
  },
  listDonationPrices: {
    ...get,
    path: '/v1/donation_prices',
    query: PageQuery,
    response: DonationPriceListResponse,
    read: envelopedList(DonationPriceRead),
  },

  createBundle: {
    ...post,
    path: '/v1/transaction_bundles',
    body: BundleCreateRequest,
    response: BundleResponse,
    read: readBundle,
  },
  listBundles: {
    ...get,
    path: '/v1/transaction_bundles',
    query: PageQuery,
    response: BundleListResponse,
    read: envelopedList(TransactionBundleRead),
  },
  getBundle: {
    ...get,
    path: '/v1/transaction_bundles/:id',
    params: IdParams,
    response: BundleResponse,
    read: readBundle,
    extension: 'bundle_by_id',
  },
  /** Part of the interface, which does not document its method and path. */
  updateBundle: {
    ...patch,
    path: '/v1/transaction_bundles/:id',
    params: IdParams,
    body: BundleUpdateRequest,
    response: BundleResponse,
    read: readBundle,
  },
  getBundleHistory: {
    ...get,
    path: '/v1/transaction_bundles/:id/history',
    params: IdParams,
    response: BundleHistoryResponse,
    read: envelopedOneOrMany(BundleHistoryEntryRead),
  },
  listTransactionStatuses: {
    ...get,
    path: '/v1/transaction_statuses',
    query: PageQuery,
    response: TransactionStatusListResponse,
    read: envelopedList(TransactionStatusRead),
  },
  getTransactionSettings: {
    ...get,
    path: '/v1/transaction_settings',
    response: TransactionSettingsResponse,
    read: envelopedOne(TransactionSettingsRead),
  },

  createDonationPrice: {
    ...post,
    path: '/v1/donation_prices',

    body: DonationPriceCreateRequest,
    response: DonationPriceResponse,
    read: readDonationPrice,
    extension: 'catalogue_write',
  },
  updateDonationPrice: {
    ...patch,
    path: '/v1/donation_prices/:id',
    params: IdParams,
    body: DonationPriceUpdateRequest,
    response: DonationPriceResponse,
    read: readDonationPrice,
    extension: 'catalogue_write',
  },
  createMembershipPriceGroup: {
    ...post,
    path: '/v1/membership_price_groups',

    body: PriceGroupCreateRequest,
    response: PriceGroupResponse,
    read: readPriceGroup,
    extension: 'catalogue_write',
  },
  updateMembershipPriceGroup: {
    ...patch,
    path: '/v1/membership_price_groups/:id',
    params: IdParams,
    body: PriceGroupUpdateRequest,
    response: PriceGroupResponse,
    read: readPriceGroup,
    extension: 'catalogue_write',
  },
  createMembershipPrice: {
    ...post,
    path: '/v1/membership_prices',

    body: MembershipPriceCreateRequest,
    response: PriceGroupResponse,
    read: readPriceGroup,
    extension: 'catalogue_write',
  },
  updateMembershipPrice: {
    ...patch,
    path: '/v1/membership_prices/:id',
    params: IdParams,
    body: MembershipPriceUpdateRequest,
    response: PriceGroupResponse,
    read: readPriceGroup,
    extension: 'catalogue_write',
  },
  createTransactionStatus: {
    ...post,
    path: '/v1/transaction_statuses',

    body: StatusCreateRequest,
    response: StatusResponse,
    read: readStatus,
    extension: 'catalogue_write',
  },
  updateTransactionStatus: {
    ...patch,
    path: '/v1/transaction_statuses/:id',
    params: IdParams,
    body: StatusUpdateRequest,
    response: StatusResponse,
    read: readStatus,
    extension: 'catalogue_write',
  },
  updateTransactionSettings: {
    ...patch,
    path: '/v1/transaction_settings',

    body: TransactionSettingsUpdateRequest,
    response: TransactionSettingsResponse,
    read: envelopedOne(TransactionSettingsRead),
    extension: 'catalogue_write',
  },

  getContact: {
    ...get,
    path: '/v1/contacts/:id',
    params: IdParams,
    response: ContactSchema,
    read: bareOne(ContactRead),
    envelope: 'bare',
  },
  listContacts: {
    ...get,
    path: '/v1/contacts',
    query: ContactListQuery,
    response: ContactListResponse,
    read: envelopedList(ContactRead),
    extension: 'contacts_list',
  },

  listActions: {
    ...get,
    path: '/actions',
    query: ActionListQuery,
    response: ActionListResponse,
    read: envelopedList(ActionAggregateRead, 'ActionsAggreg'),
  },
  getAction: {
    ...get,
    path: '/actions/:id',
    params: IdParams,
    response: ActionResponse,
    read: readAction,
    extension: 'actions_write',
  },
  createAction: {
    ...post,
    path: '/actions',
    body: ActionCreateRequest,
    response: ActionResponse,
    read: readAction,
    extension: 'actions_write',
  },
  updateAction: {
    ...patch,
    path: '/actions/:id',
    params: IdParams,
    body: ActionUpdateRequest,
    response: ActionResponse,
    read: readAction,
    extension: 'actions_write',
  },

  createVisit: {
    ...post,
    path: '/v1/visits',
    body: VisitCreateRequest,
    response: VisitResponse,
    read: envelopedOne(VisitRead),
    extension: 'visits',
  },

  createCashRecord: {
    ...post,
    path: '/v1/cash_records',
    body: CashRecordRequest,
    response: CashRecordResponse,
    read: envelopedOne(CashRecordRead, 'cash_record'),
    extension: 'cash_records',
  },

  /** The interface names the lookup without documenting its shape. */
  getForm: {
    ...get,
    path: '/forms/:id',
    params: IdParams,
    response: FormResponse,
    read: readForm,
    extension: 'forms',
  },
  listRoles: {
    ...get,
    path: '/roles',
    response: RoleListResponse,
    read: envelopedList(RoleRead, 'roles'),
    extension: 'roles',
  },
  getMe: { ...get, path: '/me', response: MeResponse, read: envelopedOne(MeRead), extension: 'me' },
  listDevices: {
    ...get,
    path: '/oidc/devices',
    response: DeviceListResponse,
    read: envelopedList(DeviceRead, 'devices'),
    extension: 'devices',
  },
  signOutDevice: {
    ...post,
    method: 'DELETE',
    path: '/oidc/devices/:id',
    params: IdParams,
    response: SignedOutResponse,
    read: envelopedOne(SignedOutRead),
    extension: 'devices',
  },
  /** For a user who lost their only phone. */
  signOutUser: {
    ...post,
    method: 'DELETE',
    path: '/users/:id/devices',
    params: IdParams,
    response: SignedOutResponse,
    read: envelopedOne(SignedOutRead),
    extension: 'devices',
  },
  listInvitations: {
    ...get,
    path: '/v1/invitations',
    response: InvitationListResponse,
    read: envelopedList(InvitationStateRead, 'invitations'),
    extension: 'invitations_list',
  },
  sendInvitation: {
    ...post,
    path: '/v1/invitations/:id/send',
    params: IdParams,
    body: InvitationSendRequest,
    response: InvitationChangedResponse,
    read: envelopedOne(InvitationChangedSchema),
    extension: 'invitations_list',
  },
  withdrawInvitation: {
    ...post,
    method: 'DELETE',
    path: '/v1/invitations/:id',
    params: IdParams,
    response: InvitationChangedResponse,
    read: envelopedOne(InvitationChangedSchema),
    extension: 'invitations_list',
  },
  /** The second factor of the caller, and the page that sets it up or asks for it. */
  getSecondFactor: {
    ...get,
    path: '/oidc/second-factor',
    response: SecondFactorResponse,
    read: envelopedOne(SecondFactorRead),
    extension: 'second_factor',
  },
  resetSecondFactor: {
    ...post,
    method: 'DELETE',
    path: '/users/:id/second-factor',
    params: IdParams,
    response: ConfirmationResponse,
    read: readConfirmation,
    extension: 'second_factor',
  },
  /** The suspended and removed people; the others are in the list of users. */
  listMembersAway: {
    ...get,
    path: '/v1/members',
    response: MemberListResponse,
    read: envelopedList(MemberRead, 'members'),
    extension: 'membership',
  },
  changeMembership: {
    ...patch,
    path: '/v1/members/:id',
    params: IdParams,
    body: MembershipChangeRequest,
    response: MembershipChangedResponse,
    read: envelopedOne(MembershipChangedSchema),
    extension: 'membership',
  },
  listChanges: {
    ...get,
    path: '/v1/changes',
    query: ChangesQuery,
    response: ChangesResponse,
    read: readChanges,
    extension: 'changes',
  },

  listAudit: {
    ...get,
    path: '/v1/audit',
    query: AuditQuery,
    response: AuditResponse,
    read: readAudit,
    extension: 'audit',
  },
  /** The log as a file; the log records that it was read. */
  exportAudit: {
    ...get,
    path: '/v1/audit/export',
    query: AuditFilter,
    response: FileResponse,
    read: envelopedOne(FileSchema),
    extension: 'audit',
  },

  /** Everything about one person as a file; the log records it. */
  exportContact: {
    ...get,
    path: '/v1/contacts/:id/data',
    params: IdParams,
    response: FileResponse,
    read: envelopedOne(FileSchema),
    extension: 'erasure',
  },
  exportUser: {
    ...get,
    path: '/users/:id/data',
    params: IdParams,
    response: FileResponse,
    read: envelopedOne(FileSchema),
    extension: 'erasure',
  },
  eraseContact: {
    ...post,
    method: 'DELETE',
    path: '/v1/contacts/:id/data',
    params: IdParams,
    response: ErasedResponse,
    read: envelopedOne(ErasedSchema),
    extension: 'erasure',
  },
  eraseUser: {
    ...post,
    method: 'DELETE',
    path: '/users/:id/data',
    params: IdParams,
    response: ErasedResponse,
    read: envelopedOne(ErasedSchema),
    extension: 'erasure',
  },
  listTokens: {
    ...get,
    path: '/v1/tokens',
    response: TokenListResponse,
    read: envelopedList(TokenRead, 'tokens'),
    extension: 'tokens',
  },
  createToken: {
    ...post,
    path: '/v1/tokens',
    body: TokenCreateRequest,
    response: NewTokenResponse,
    read: envelopedOne(NewTokenSchema),
    extension: 'tokens',
  },
  revokeToken: {
    ...post,
    method: 'DELETE',
    path: '/v1/tokens/:id',
    params: IdParams,
    response: RevokedTokenResponse,
    read: envelopedOne(RevokedTokenSchema),
    extension: 'tokens',
  },

  /** Announces the extensions, so it is not one itself. */
  getHealth: {
    ...get,
    path: '/health',
    response: HealthResponse,
    read: envelopedOne(HealthRead),
    auth: false,
  },
  getReady: { ...get, path: '/ready', response: ReadyResponse, read: envelopedOne(ReadySchema), auth: false },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;

type Row<Name extends EndpointName> = (typeof endpoints)[Name];
type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Member<R, Key extends string> = R extends Record<Key, infer Value> ? Value : undefined;

/** The path parameters of an endpoint. */
export type ParamsOf<Name extends EndpointName> = Output<Member<Row<Name>, 'params'>>;
/** The query of an endpoint as a client passes it: every part is optional. */
export type QueryOf<Name extends EndpointName> = Partial<Output<Member<Row<Name>, 'query'>>>;
/** The body that the service accepts. */
export type BodyOf<Name extends EndpointName> = Output<Member<Row<Name>, 'body'>>;
/** The response body of our service. */
export type ResponseOf<Name extends EndpointName> = z.output<Row<Name>['response']>;
/** The parsed response. */
export type AnswerOf<Name extends EndpointName> =
  ReturnType<Row<Name>['read']> extends Reading<infer Value> ? Value : never;
