import type { FastifyReply, FastifyRequest } from 'fastify';

import { type Endpoint, endpoints, type ParamsOf, type ResponseOf } from '@/contract/endpoints';

import { isServed, type Service } from '../http/endpoint';
import { ProblemError } from '../http/problems';
import { setActor } from '../store/audit';
import { type Caller, type Tx, query } from '../store/database';
import { isAbove, isManager } from '../store/permissions';
import { getPerson } from '../store/users';
import { listDevices, recordTokenUse, revokeDevice, revokeDevicesOf } from './devices';

const tokenBytes = (caller: Caller) => Buffer.from(caller.tokenHash, 'hex');

/** Managers sign people out of their own space; the devices stay signed in to other spaces. */
async function signOutOfSpace(tx: Tx, caller: Caller, userId: number): Promise<number> {
  const person = await getPerson(tx, userId);
  if (!person) throw new ProblemError('not_found');
  if (!isManager(caller) || isAbove(person.role.type, caller)) throw new ProblemError('forbidden');
  const [row] = await query<{ ended: number }>(tx, 'SELECT doorstep_sign_out($1) AS ended', [userId]);
  return row?.ended ?? 0;
}

/** Lists the devices of a person and signs them out, for example a lost phone. */
export function registerDeviceRoutes({ app, config, database, callers }: Service): void {
  /** The sign-in tables are outside every space: entering the caller's space once checks the token. */
  function enter(request: FastifyRequest, check: (caller: Caller, tx: Tx) => Promise<void>): Promise<Caller> {
    if (!request.caller) throw new Error('the endpoint has no caller');
    return callers.run(request.caller, (caller) =>
      database.read(caller, async (tx) => {
        await check(caller, tx);
        return caller;
      })
    );
  }
  const serve = (
    { method, path, params }: Endpoint,
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
  ) => app.route({ method, url: path, schema: params ? { params } : {}, handler });
  const anybody = () => Promise.resolve();
  const { listDevices: list, signOutDevice, signOutUser } = endpoints;
  if (!isServed(config, list)) return;

  serve(list, async (request, reply) => {
    const caller = await enter(request, anybody);
    const devices = await database.asOwner((tx) => listDevices(tx, caller.userId, tokenBytes(caller)));
    const response: ResponseOf<'listDevices'> = { status: 'success', data: { devices } };
    return reply.send(response);
  });

  serve(signOutDevice, async (request, reply) => {
    // Validated by the schema of the endpoint.
    const { id } = request.params as ParamsOf<'signOutDevice'>;
    const caller = await enter(request, anybody);
    const devices = await database.asOwner(async (tx) => {
      await setActor(tx, caller.userId, tokenBytes(caller));
      return revokeDevice(tx, caller.userId, id);
    });
    if (devices === 0) throw new ProblemError('not_found');
    const data = { message: 'The device is signed out.', devices };
    const response: ResponseOf<'signOutDevice'> = { status: 'success', data };
    return reply.send(response);
  });

  serve(signOutUser, async (request, reply) => {
    const { id } = request.params as ParamsOf<'signOutUser'>;
    if (!request.caller) throw new Error('the endpoint has no caller');
    const devices = await callers.run(request.caller, async (caller) => {
      if (id !== caller.userId) return database.write(caller, (tx) => signOutOfSpace(tx, caller, id));
      await database.read(caller, () => Promise.resolve());
      return database.asOwner(async (tx) => {
        await setActor(tx, id, tokenBytes(caller));
        return revokeDevicesOf(tx, id);
      });
    });
    const data = { message: 'The user is signed out on every device.', devices };
    const response: ResponseOf<'signOutUser'> = { status: 'success', data };
    return reply.send(response);
  });
}

const NOTED_EVERY_MS = 5 * 60 * 1000;
const MOST_NOTED = 10_000;

/** Records the use of a token: on its first request, then every few minutes, after the response, so that no request waits. */
export function registerTokenUse({ app, database }: Service): void {
  const noted = new Map<string, number>();
  const underway = new Set<Promise<void>>();
  app.addHook('onResponse', (request, _reply, done) => {
    done();
    const { caller } = request;
    if (!caller || performance.now() - (noted.get(caller.tokenHash) ?? -Infinity) < NOTED_EVERY_MS) return;
    if (noted.size >= MOST_NOTED) noted.clear();
    noted.set(caller.tokenHash, performance.now());
    const noting = database
      .asOwner((tx) => recordTokenUse(tx, tokenBytes(caller)))
      .catch(() => {
        // The next request of this token tries again.
        noted.delete(caller.tokenHash);
        request.log.warn('the use of a token could not be recorded');
      })
      .finally(() => underway.delete(noting));
    underway.add(noting);
  });
  app.addHook('onClose', async () => {
    await Promise.all(underway);
  });
}
