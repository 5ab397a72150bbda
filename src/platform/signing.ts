import { ed25519 } from '@noble/curves/ed25519.js';

import { type DeviceSigner, type SignedText } from '@/domain/signedText';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Signs with a secret key of 32 random bytes. */
export function createSigner(secretKey: Uint8Array): DeviceSigner {
  return {
    publicKey: ed25519.getPublicKey(secretKey),
    sign: (text) => ed25519.sign(bytesOf(text), secretKey),
  };
}

/** Whether the key in a signed text signed it. */
export function isSigned({ signed, publicKey, signature }: SignedText): boolean {
  try {
    return ed25519.verify(signature, bytesOf(signed), publicKey);
  } catch {
    return false; // Not a point of the curve.
  }
}
