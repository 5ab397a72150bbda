import { type DevicesAnswer, type SignedInDevices, type SignedOutAnswer } from '@/features/shared/runtime';
import { clock, fetchOverNetwork } from '@/platform/ports';
import { readResource, type ReadResult } from '@/sync/readResource';
import { type Network, type SessionStore } from '@/sync/ports';
import { createTransport, type Transport } from '@/sync/transport';

/** How long signing out waits for the service to hear of it. Without a signal the token simply runs out. */
const farewellMs = 3_000;

/** Where people are signed in. Asked of the service each time: what is a minute old here may be a thief's minute. */
export function createSignedInDevices(parts: { sessions: SessionStore; network: Network }): SignedInDevices {
  const transport = transportOf(parts);
  return {
    list: () => listDevices(transport),
    signOut: async (id) =>
      answerOf(await readResource(transport, { endpoint: 'signOutDevice', params: { id } })),
    signOutUser: async (id) =>
      answerOf(await readResource(transport, { endpoint: 'signOutUser', params: { id } })),
  };
}

/** Tells the service that this device is signed out, so that its tokens are worth nothing to whoever finds them. */
export async function revokeThisDevice(parts: { sessions: SessionStore; network: Network }): Promise<void> {
  const transport = transportOf(parts);
  const telling = async () => {
    const answer = await listDevices(transport);
    const here = answer.kind === 'listed' ? answer.devices.find(({ current }) => current) : undefined;
    if (here) await readResource(transport, { endpoint: 'signOutDevice', params: { id: here.id } });
  };
  await Promise.race([telling(), clock.sleep(farewellMs)]);
}

const transportOf = ({ sessions, network }: { sessions: SessionStore; network: Network }) =>
  createTransport({ clock, fetch: fetchOverNetwork, network, sessions });

async function listDevices(transport: Transport): Promise<DevicesAnswer> {
  const asked = await readResource(transport, { endpoint: 'listDevices' });
  if (asked.kind === 'read') return { kind: 'listed', devices: asked.value.good };
  return { kind: failureOf(asked) };
}

function answerOf(asked: ReadResult<unknown>): SignedOutAnswer {
  // Somebody was quicker: that is what was asked for.
  return asked.kind === 'read' || asked.kind === 'missing' ? 'signed_out' : failureOf(asked);
}

function failureOf(asked: Exclude<ReadResult<unknown>, { kind: 'read' }>) {
  if (asked.kind !== 'stopped') return 'refused';
  return asked.stop.kind === 'offline' ? 'offline' : 'not_now';
}
