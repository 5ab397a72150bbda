import { ChangesQuery, ChangesResponse, readChanges } from '../changes';
import { envelopedOne } from '../envelope';
import { HealthRead, HealthResponse, ReadyResponse, ReadySchema } from '../health';
import { get, type Endpoint } from './endpoint';

/** The feed of changes, and the state of the service. */
export const serviceEndpoints = {
  listChanges: {
    ...get,
    path: '/v1/changes',
    query: ChangesQuery,
    response: ChangesResponse,
    read: readChanges,
    extension: 'changes',
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
