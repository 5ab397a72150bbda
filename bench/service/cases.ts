import { randomUUID } from 'node:crypto';

import { makeExternalId } from '@/domain/bundle';

import { type Filled } from './filled';
import { type Request } from './load';

export type Case = {
  work: string;
  count: number;
  ours: (turn: number) => Request;
  bare: (turn: number) => Request;
};

/** The three routes that a phone uses most. */
export function casesOf({ token, contactIds }: Pick<Filled, 'token' | 'contactIds'>): Record<string, Case> {
  const headers = { authorization: `Bearer ${token}` };
  const contactOf = (turn: number) => contactIds[(turn * 7919) % contactIds.length] ?? 0;
  const bundleOf = (turn: number): { id: string; body: string } => {
    const id = randomUUID();
    const date = '2026-03-14T09:00:00+01:00';
    const contact_id = contactOf(turn);
    const body = JSON.stringify({
      data: {
        transactions: [
          {
            amount: 2000,
            currency: 'eur',
            payment_method_kind: 'cash',
            date,
            contact_id,
            delivery_token: id,
            external_transaction_id: makeExternalId(Math.random),
          },
        ],
        donations: [{ contact_id, date, amount: 2000, currency: 'eur' }],
      },
    });
    return { id, body };
  };
  const json = { 'content-type': 'application/json' };
  return {
    contact: {
      work: 'GET /api/v1/contacts/{id}',
      count: 1_500,
      ours: (turn) => ({ method: 'GET', path: `/api/v1/contacts/${contactOf(turn)}`, headers }),
      bare: (turn) => ({ method: 'GET', path: `/contacts/${contactOf(turn)}` }),
    },
    actions: {
      work: 'GET /api/actions',
      count: 400,
      ours: () => ({ method: 'GET', path: '/api/actions', headers }),
      bare: () => ({ method: 'GET', path: '/actions' }),
    },
    bundles: {
      work: 'POST /api/v1/transaction_bundles',
      count: 600,
      ours: (turn) => {
        const { id, body } = bundleOf(turn);
        return {
          method: 'POST',
          path: '/api/v1/transaction_bundles',
          headers: { ...headers, ...json, 'idempotency-key': id },
          body,
        };
      },
      bare: (turn) => ({
        method: 'POST',
        path: '/transaction_bundles',
        headers: json,
        body: bundleOf(turn).body,
      }),
    },
  };
}
