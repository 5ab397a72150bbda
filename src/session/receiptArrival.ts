import { type ReadReceipt } from '@/domain/receipt';
import { encodeBytes } from '@/domain/signedText';
import { clock, fetchOverNetwork } from '@/platform/ports';
import { readResource } from '@/sync/readResource';
import { createTransport, defaultLimits } from '@/sync/transport';

/** Asks a service whether the record of a receipt has arrived. Without a session: the giver of the money is no user. */
export async function askForArrival(
  baseUrl: string,
  { facts: { space, book, number }, signature }: ReadReceipt
): Promise<'arrived' | 'notArrived' | 'failed'> {
  const ports = {
    clock,
    fetch: fetchOverNetwork,
    // Without a signal the request fails, which is one of the results.
    network: { isOnline: () => true, onChange: () => () => undefined },
    sessions: {
      // The endpoint is public, so the token is not sent; an empty one would count as signed out.
      load: () => Promise.resolve({ baseUrl, accessToken: 'none', refresh: null }),
      save: () => Promise.resolve(),
    },
  };
  const transport = createTransport(ports, { ...defaultLimits, space: null });
  const result = await readResource(transport, {
    endpoint: 'getReceiptArrival',
    query: { space, book, number, signature: encodeBytes(signature) },
  });
  if (result.kind !== 'read') return 'failed';
  return result.value.has_arrived ? 'arrived' : 'notArrived';
}
