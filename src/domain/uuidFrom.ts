import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** A uuid that is made from a text: the same text has the same uuid on every phone. */
export function uuidFrom(text: string): string {
  const hex = bytesToHex(sha256(utf8ToBytes(text)));
  // Version 8: made from other data (RFC 9562).
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return parts.join('-');
}
