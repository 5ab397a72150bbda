import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { x25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64, base64nopad } from '@scure/base';

import { readAgeSecrets } from '@/domain/ageKey';

import { bytesOf, chunkSize, join } from './seal';

/** `wrong_key`: encrypted for another key, or changed. `no_key`: the text contains no secret key of age. */
export type Opened = { kind: 'opened'; text: string } | { kind: 'not_sealed' | 'wrong_key' | 'no_key' };

const tagSize = 16;
const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

/** Opens a text that `sealTo` or the age program has encrypted, with the secret keys in `keys`. */
export function openSealed(sealed: string, keys: string): Opened {
  const secrets = readAgeSecrets(keys);
  if (secrets.length === 0) return { kind: 'no_key' };
  const file = readFile(sealed);
  if (file === null) return { kind: 'not_sealed' };
  for (const secret of secrets) {
    const clear = attempt(() => openWith(file, secret));
    if (clear !== null) return { kind: 'opened', text: clear };
  }
  return { kind: 'wrong_key' };
}

type SealedFile = { header: string; mac: Uint8Array; nonce: Uint8Array; payload: Uint8Array };

function readFile(sealed: string): SealedFile | null {
  const lines = sealed.trim().split(/\r?\n/);
  if (!/^-+BEGIN AGE ENCRYPTED FILE-+$/.test(lines[0] ?? '') || !/^-+END AGE/.test(lines.at(-1) ?? ''))
    return null;
  const bytes = attempt(() => base64.decode(lines.slice(1, -1).join('')));
  if (bytes === null) return null;
  // The header is ASCII: the place in the text is the place in the bytes.
  const start = Array.from(bytes.subarray(0, 4_096), (byte) => String.fromCharCode(byte)).join('');
  const found = /^(age-encryption\.org\/v1\n[\s\S]*?\n---) (\S+)\n/.exec(start);
  if (found === null) return null;
  const [all, header = '', mac = ''] = found;
  const rest = bytes.subarray(all.length);
  const macBytes = attempt(() => base64nopad.decode(mac));
  return macBytes && { header, mac: macBytes, nonce: rest.subarray(0, 16), payload: rest.subarray(16) };
}

/** Throws where the key is another one or something was changed. */
function openWith({ header, mac, nonce, payload }: SealedFile, secret: Uint8Array): string {
  const fileKey = unwrapKey(header, secret);
  const expected = hmac(sha256, hkdf(sha256, fileKey, undefined, bytesOf('header'), 32), bytesOf(header));
  if (mac.length !== expected.length || !mac.every((byte, place) => byte === expected[place]))
    throw new Error('The header was changed.');
  return textOf(openPayload(hkdf(sha256, fileKey, nonce, bytesOf('payload'), 32), payload));
}

function unwrapKey(header: string, secret: Uint8Array): Uint8Array {
  const own = x25519.getPublicKey(secret);
  for (const [, share = '', wrapped = ''] of header.matchAll(/-> X25519 (\S+)\n(\S+)\n/g)) {
    const fileKey = attempt(() => {
      const theirs = base64nopad.decode(share);
      const agreed = x25519.getSharedSecret(secret, theirs);
      const key = hkdf(sha256, agreed, join(theirs, own), bytesOf('age-encryption.org/v1/X25519'), 32);
      return chacha20poly1305(key, new Uint8Array(12)).decrypt(base64nopad.decode(wrapped));
    });
    if (fileKey !== null) return fileKey;
  }
  throw new Error('Encrypted for another key.');
}

function openPayload(key: Uint8Array, payload: Uint8Array): Uint8Array {
  const size = chunkSize + tagSize;
  const count = Math.max(1, Math.ceil(payload.length / size));
  const chunks: Uint8Array[] = [];
  for (let place = 0; place < count; place++) {
    const nonce = new Uint8Array(12);
    new DataView(nonce.buffer).setUint32(7, place);
    nonce[11] = place === count - 1 ? 1 : 0;
    chunks.push(chacha20poly1305(key, nonce).decrypt(payload.subarray(place * size, (place + 1) * size)));
  }
  return join(...chunks);
}

function attempt<Value>(work: () => Value): Value | null {
  try {
    return work();
  } catch {
    return null;
  }
}
