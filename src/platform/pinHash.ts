import { scryptAsync } from '@noble/hashes/scrypt.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

/** 16 MiB: tens of milliseconds on a desktop, about a second on an old phone. */
const cost = { N: 2 ** 14, r: 8, p: 1, dkLen: 32 };

export async function hashPin(pin: string, salt: string): Promise<string> {
  return bytesToHex(await scryptAsync(pin, hexToBytes(salt), cost));
}
