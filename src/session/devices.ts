import { readProblem } from '@/contract/problem';
import { type DevicesResult, type SignedInDevices, type SignedOutResult } from '@/features/shared/runtime';
import { type SyncContext } from '@/sync/context';
import { createSpaceTransport, type OnlinePorts } from '@/sync/online';
import { readResource, type ReadResult } from '@/sync/readResource';
import { createTransport, defaultLimits, type Transport } from '@/sync/transport';

/** How long signing out waits for the service. Without a signal the token expires on its own. */
const revokeTimeoutMs = 3_000;

/** The devices of the service, fetched each time: an old list could hide a thief's device. */
export function createSignedInDevices(
  scoped: Pick<SyncContext, 'store' | 'scope'>,
  ports: OnlinePorts
): SignedInDevices {
  const own = ownTransport(ports);
  // Another person is signed out of the space on the screen, whichever the user chose last on another device.
  const transport = createSpaceTransport(scoped, ports);
  return {
    list: () => listDevices(own),
    signOut: async (id) => {
      const result = await readResource(own, { endpoint: 'signOutDevice', params: { id } });
      // Missing: the device is signed out already.
      return result.kind === 'missing' ? 'signed_out' : resultOf(result);
    },
    signOutUser: async (id) =>
      resultOf(await readResource(transport, { endpoint: 'signOutUser', params: { id } })),
    secondStep: async () => {
      const result = await readResource(own, { endpoint: 'getSecondFactor' });
      return result.kind === 'read'
        ? { kind: 'known', secondStep: result.value }
        : { kind: failureOf(result) };
    },
    resetSecondStep: async (id) => {
      const result = await readResource(transport, { endpoint: 'resetSecondFactor', params: { id } });
      if (result.kind === 'read') return 'done';
      return isSecondStepNeeded(result) ? 'second_step' : failureOf(result);
    },
  };
}

/** Revokes the tokens of this device at the service, so that a copy of them is worthless. */
export async function revokeThisDevice(ports: OnlinePorts): Promise<void> {
  const transport = ownTransport(ports);
  const revoke = async () => {
    const result = await listDevices(transport);
    const current = result.kind === 'listed' ? result.devices.find((device) => device.current) : undefined;
    if (current) await readResource(transport, { endpoint: 'signOutDevice', params: { id: current.id } });
  };
  await Promise.race([revoke(), ports.clock.sleep(revokeTimeoutMs)]);
}

const ownTransport = (ports: OnlinePorts) => createTransport(ports, { ...defaultLimits, space: null });

async function listDevices(transport: Transport): Promise<DevicesResult> {
  const result = await readResource(transport, { endpoint: 'listDevices' });
  if (result.kind === 'read') return { kind: 'listed', devices: result.value.good };
  return { kind: failureOf(result) };
}

function resultOf(result: ReadResult<unknown>): SignedOutResult {
  return result.kind === 'read' ? 'signed_out' : failureOf(result);
}

function isSecondStepNeeded(result: ReadResult<unknown>): boolean {
  return result.kind === 'refused' && readProblem(result.response.body).code === 'second_factor_needed';
}

function failureOf(result: Exclude<ReadResult<unknown>, { kind: 'read' }>) {
  if (result.kind !== 'stopped') return 'refused';
  return result.stop.kind === 'offline' ? 'offline' : 'not_now';
}
