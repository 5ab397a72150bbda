/** An office that writes without pause: its longest wait is the time in which the cluster stores nothing. */
import { setTimeout as sleep } from 'node:timers/promises';

import { EXTENSION_HEADERS } from '@/contract/extensions';

import { bundleOf, type TestSpace } from '../server/harness';
import type { Random } from '../sim/random';
import type { Book } from './book';

export type Office = { work: () => Promise<void>; rest: () => void };

/** Above every gift of a phone: all amounts differ. */
const firstAmount = 10_000_000;

/** Alternates between a gift and a change of a contact, so that the feed has old records too. */
export function openOffice(url: string, space: TestSpace, random: Random, book: Book): Office {
  let isWorking = false;
  let turn = 0;

  /** Sends a write under one key until the service has acknowledged it. */
  const send = async (method: 'POST' | 'PATCH', path: string, key: string, body: unknown): Promise<void> => {
    for (;;) {
      const status = await attempt(method, path, key, body);
      if (status === 200) return;
      if (status !== null && status < 500 && status !== 429 && status !== 409)
        throw new Error(`${method} ${path} returned ${status}.`);
      await sleep(200);
    }
  };
  const attempt = async (method: string, path: string, key: string, body: unknown) => {
    const headers = {
      authorization: `Bearer ${space.tokens.manager}`,
      'content-type': 'application/json',
      [EXTENSION_HEADERS.idempotencyKey]: key,
    };
    try {
      const signal = AbortSignal.timeout(5_000);
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers,
        body: JSON.stringify(body),
        signal,
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return null;
    }
  };

  return {
    work: async () => {
      isWorking = true;
      while (isWorking) {
        turn += 1;
        if (turn % 4 === 0) {
          const id = random.pick(space.contactIds);
          const surname = `Changed ${turn}`;
          await send('PATCH', `/v1/contacts/${id}`, random.uuid(), { data: { surname } });
          book.ackSurname(id, surname);
        } else {
          const key = random.uuid();
          book.saved.add(key);
          const gift = bundleOf(space, { amount: firstAmount + turn, delivery_token: key });
          await send('POST', '/v1/transaction_bundles', key, gift);
          book.ack(key);
        }
        await sleep(50);
      }
    },
    rest: () => {
      isWorking = false;
    },
  };
}
