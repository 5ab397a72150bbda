import {
  ActionSizesResponse,
  ActionSizesSchema,
  ChangesQuery,
  ChangesResponse,
  readChanges,
} from '../changes';
import { envelopedOne } from '../envelope';
import { HealthRead, HealthResponse, ReadyResponse, ReadySchema } from '../health';
import { SpaceSettingsRead, SpaceSettingsResponse, SpaceSettingsUpdateRequest } from '../spaceSettings';
import { get, patch, type Endpoint } from './endpoint';

/** The feed of changes, the settings of a space, and the state of the service. */
export const serviceEndpoints = {
  listChanges: {
    ...get,
    path: '/v1/changes',
    query: ChangesQuery,
    response: ChangesResponse,
    read: readChanges,
    extension: 'changes',
  },
  listActionSizes: {
    ...get,
    path: '/v1/changes/sizes',
    response: ActionSizesResponse,
    read: envelopedOne(ActionSizesSchema),
    extension: 'holding',
  },
  getSpace: {
    ...get,
    path: '/v1/space',
    response: SpaceSettingsResponse,
    read: envelopedOne(SpaceSettingsRead),
    extension: 'space_settings',
  },
  updateSpace: {
    ...patch,
    path: '/v1/space',
    body: SpaceSettingsUpdateRequest,
    response: SpaceSettingsResponse,
    read: envelopedOne(SpaceSettingsRead),
    extension: 'space_settings',
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
