import { z } from 'zod';

import { AuditFilter, AuditQuery, AuditResponse, FileResponse, FileSchema, readAudit } from '../audit';
import { DeviceListResponse, DeviceRead, SignedOutRead, SignedOutResponse } from '../device';
import { envelopedList, envelopedOne } from '../envelope';
import { ErasedResponse, ErasedSchema } from '../erasure';
import { IdParams } from '../primitives';
import { SecondFactorRead, SecondFactorResponse } from '../secondFactor';
import {
  NewTokenResponse,
  NewTokenSchema,
  RevokedTokenResponse,
  RevokedTokenSchema,
  TokenCreateRequest,
  TokenListResponse,
  TokenRead,
} from '../token';
import { ConfirmationResponse } from '../user';
import { get, post, type Endpoint } from './endpoint';

const readConfirmation = envelopedOne(z.string());

/** Devices, second factors, the audit log, erasure and tokens for scripts. */
export const securityEndpoints = {
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
} as const satisfies Record<string, Endpoint>;
