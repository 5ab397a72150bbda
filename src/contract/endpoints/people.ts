import { z } from 'zod';

import { envelopedList, envelopedOne, envelopedOneOrMany } from '../envelope';
import {
  InvitationChangedResponse,
  InvitationChangedSchema,
  InvitationListResponse,
  InvitationRead,
  InvitationRequest,
  InvitationResponse,
  InvitationSendRequest,
  InvitationStateRead,
} from '../invitation';
import { MeRead, MeResponse } from '../me';
import {
  MemberListResponse,
  MemberRead,
  MembershipChangeRequest,
  MembershipChangedResponse,
  MembershipChangedSchema,
} from '../member';
import { IdParams } from '../primitives';
import { RoleListResponse, RoleRead } from '../role';
import {
  ConfirmationResponse,
  RoleChangeRequest,
  UserListQuery,
  UserListResponse,
  UserRead,
  UserResponse,
  UserUpdateQuery,
  UserUpdateRequest,
} from '../user';
import { get, post, patch, type Endpoint } from './endpoint';

const readConfirmation = envelopedOne(z.string());
const readUser = envelopedOne(UserRead, 'User');

/** People of the space: their profiles, roles, invitations and membership. */
export const peopleEndpoints = {
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
  listRoles: {
    ...get,
    path: '/roles',
    response: RoleListResponse,
    read: envelopedList(RoleRead, 'roles'),
    extension: 'roles',
  },
  getMe: { ...get, path: '/me', response: MeResponse, read: envelopedOne(MeRead), extension: 'me' },
  inviteUsers: {
    ...post,
    path: '/users/invitation',
    body: InvitationRequest,
    response: InvitationResponse,
    read: envelopedOneOrMany(InvitationRead, 'invitations'),
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
} as const satisfies Record<string, Endpoint>;
