import { generateKeyPairSync, sign } from 'node:crypto';

import { type ReceiptFacts, makeReceipt, noPrevious } from '@/domain/receipt';
import type { DeviceSigner } from '@/domain/signedText';

/** The key of a phone, signing with Node's own Ed25519. */
export function nodeSigner(): DeviceSigner {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return {
    publicKey: Buffer.from(x, 'base64url'),
    sign: (text) => sign(null, Buffer.from(text), privateKey),
  };
}

export const facts = (more: Partial<ReceiptFacts> = {}): ReceiptFacts => ({
  space: 1,
  book: 1,
  number: 1,
  amount: 2_000,
  currency: 'eur',
  time: 1_772_380_800,
  method: 'cash',
  organisation: 'Les Voisins',
  previous: noPrevious,
  ...more,
});

export const receiptOf = (signer: DeviceSigner, more: Partial<ReceiptFacts> = {}): string =>
  makeReceipt(facts(more), signer);
