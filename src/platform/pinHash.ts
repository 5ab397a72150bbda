import { scryptAsync } from '@noble/hashes/scrypt.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

/** scrypt with 2^14 × 8 × 128 bytes: some tens of milliseconds on a desk, about a second on an old phone. */
const cost = { N: 2 ** 14, r: 8, p: 1, dkLen: 32 };

/** A PIN as it is kept: slowly hashed, with a salt of its own. */
export async function hashPin(pin: string, salt: string): Promise<string> {
  return bytesToHex(await scryptAsync(pin, hexToBytes(salt), cost));
}
