import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import { envelope } from '@/contract/envelope';
import { Id, Name, Timestamp, integerText } from '@/contract/primitives';

import type { Service } from '../http/endpoint';
import { ProblemError } from '../http/problems';
import type { Caller } from '../store/database';
import { listDevices, noteTokenUse, revokeDevice } from './devices';

const DeviceSchema = z.object({
  id: Id,
  name: Name,
  created_at: Timestamp,
  last_used_at: Timestamp,
  /** The device that asks. */
  current: z.boolean(),
});
export const DeviceListResponse = envelope(z.object({ devices: z.array(DeviceSchema) }));
export const DeviceRevokedResponse = envelope(z.object({ message: z.string(), device_id: Id }));

/** Below the prefix of the interface. */
const DEVICES_PATH = '/oidc/devices';
const DeviceParams = z.object({ id: integerText(1) });

const tokenBytes = (caller: Caller) => Buffer.from(caller.tokenHash, 'hex');

/** Where a person is signed in, and the way to end it: for a phone that was lost. */
export function registerDeviceRoutes({ app, database, callers }: Service): void {
  /** The tables of sign-in lie outside every space, so the token is checked by entering its space once. */
  function callerOf(request: FastifyRequest): Promise<Caller> {
    if (!request.caller) throw new Error('the endpoint has no caller');
    return callers.run(request.caller, (caller) => database.read(caller, () => Promise.resolve(caller)));
  }

  app.get(DEVICES_PATH, async (request, reply) => {
    const caller = await callerOf(request);
    const devices = await database.asOwner((tx) => listDevices(tx, caller.userId, tokenBytes(caller)));
    const answer: z.output<typeof DeviceListResponse> = { status: 'success', data: { devices } };
    return reply.send(answer);
  });

  app.delete(`${DEVICES_PATH}/:id`, { schema: { params: DeviceParams } }, async (request, reply) => {
    const caller = await callerOf(request);
    const { id } = DeviceParams.parse(request.params);
    const revoked = await database.asOwner((tx) => revokeDevice(tx, caller.userId, id));
    if (!revoked) throw new ProblemError('not_found');
    const data = { message: 'The device is signed out.', device_id: id };
    const answer: z.output<typeof DeviceRevokedResponse> = { status: 'success', data };
    return reply.send(answer);
  });
}

const NOTED_EVERY_MS = 5 * 60 * 1000;
const MOST_NOTED = 10_000;

/**
 * Notes which tokens are in use: at once when one is first seen, then every few minutes, and always after the answer,
 * so that no request waits for it.
 */
export function registerTokenNotes({ app, database }: Service): void {
  const noted = new Map<string, number>();
  const underway = new Set<Promise<void>>();
  app.addHook('onResponse', (request, _reply, done) => {
    done();
    const { caller } = request;
    if (!caller || performance.now() - (noted.get(caller.tokenHash) ?? -Infinity) < NOTED_EVERY_MS) return;
    if (noted.size >= MOST_NOTED) noted.clear();
    noted.set(caller.tokenHash, performance.now());
    const noting = database
      .asOwner((tx) => noteTokenUse(tx, tokenBytes(caller)))
      .catch(() => {
        // Tried again with the next request of this token.
        noted.delete(caller.tokenHash);
        request.log.warn('the use of a token could not be noted');
      })
      .finally(() => underway.delete(noting));
    underway.add(noting);
  });
  app.addHook('onClose', async () => {
    await Promise.all(underway);
  });
}
