import { createPublicKey, verify } from 'node:crypto';

import { type SignedText, encodeBytes } from '@/domain/signedText';

/** Whether the key in a signed text signed it. Checked with the library of Node, not with the one that phones sign with. */
export function isSigned({ signed, publicKey, signature }: SignedText): boolean {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: encodeBytes(publicKey) };
  try {
    return verify(null, Buffer.from(signed), createPublicKey({ key: jwk, format: 'jwk' }), signature);
  } catch {
    return false; // Not a point of the curve.
  }
}
