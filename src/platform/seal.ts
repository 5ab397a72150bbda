import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { x25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64, base64nopad } from '@scure/base';
import { readAgeKey } from '@/domain/ageKey';

/*
 * Encrypts in the age format, version 1 (age-encryption.org/v1): one X25519 recipient, armoured. The published package
 * needs streams, which Hermes lacks. The tests and the service decrypt with that package.
 */

export const chunkSize = 64 * 1024;
export const bytesOf = (text: string) => new TextEncoder().encode(text);

export function join(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Encrypts the file key for `recipient`. */
function wrapKey(fileKey: Uint8Array, recipient: Uint8Array, secret: Uint8Array): string {
  const share = x25519.getPublicKey(secret);
  const agreed = x25519.getSharedSecret(secret, recipient);
  const key = hkdf(sha256, agreed, join(share, recipient), bytesOf('age-encryption.org/v1/X25519'), 32);
  const wrapped = chacha20poly1305(key, new Uint8Array(12)).encrypt(fileKey);
  return `-> X25519 ${base64nopad.encode(share)}\n${base64nopad.encode(wrapped)}\n`;
}

/** Numbered chunks of 64 KiB with a marked last one, so that a removed, moved or cut chunk is detected. */
function sealPayload(key: Uint8Array, clear: Uint8Array): Uint8Array {
  const chunks: Uint8Array[] = [];
  const count = Math.max(1, Math.ceil(clear.length / chunkSize));
  for (let place = 0; place < count; place++) {
    const nonce = new Uint8Array(12);
    new DataView(nonce.buffer).setUint32(7, place);
    nonce[11] = place === count - 1 ? 1 : 0;
    const chunk = clear.subarray(place * chunkSize, (place + 1) * chunkSize);
    chunks.push(chacha20poly1305(key, nonce).encrypt(chunk));
  }
  return join(...chunks);
}

function armour(bytes: Uint8Array): string {
  const lines = base64.encode(bytes).match(/.{1,64}/g) ?? [];
  return ['-----BEGIN AGE ENCRYPTED FILE-----', ...lines, '-----END AGE ENCRYPTED FILE-----', ''].join('\n');
}

/** Encrypts for the owner of `ageKey`; this phone cannot decrypt the result. */
export function sealTo(
  ageKey: string,
  clear: string | Uint8Array,
  randomBytes: (count: number) => Uint8Array
): string {
  const recipient = readAgeKey(ageKey);
  if (recipient === null) throw new Error('Not an age public key.');
  const fileKey = randomBytes(16);
  const nonce = randomBytes(16);
  const header = `age-encryption.org/v1\n${wrapKey(fileKey, recipient, randomBytes(32))}---`;
  const mac = hmac(sha256, hkdf(sha256, fileKey, undefined, bytesOf('header'), 32), bytesOf(header));
  const bytes = typeof clear === 'string' ? bytesOf(clear) : clear;
  const payload = sealPayload(hkdf(sha256, fileKey, nonce, bytesOf('payload'), 32), bytes);
  return armour(join(bytesOf(`${header} ${base64nopad.encode(mac)}\n`), nonce, payload));
}
