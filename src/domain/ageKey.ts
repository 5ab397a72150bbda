/** The words of age keys (Bech32, BIP 173): thirty-two letters and figures that are not mistaken for each other. */
const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

function checksumOf(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    generators.forEach((generator, place) => {
      if ((top >>> place) & 1) sum ^= generator;
    });
  }
  return sum;
}

/** Groups of five bits as bytes; null where bits are left over that say something. */
function toBytes(groups: readonly number[]): Uint8Array | null {
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (const group of groups) {
    held = ((held << 5) | group) & 0xfff;
    bits += 5;
    if (bits >= 8) bytes.push((held >>> (bits -= 8)) & 0xff);
  }
  const rest = held & ((1 << bits) - 1);
  return bits < 5 && rest === 0 ? Uint8Array.from(bytes) : null;
}

const prefix = 'age';

/**
 * The thirty-two bytes of a public key such as `age1…`, or null for anything else, a mistyped letter included: what is
 * sealed to a wrong key is lost to everybody.
 */
export function readAgeKey(text: string): Uint8Array | null {
  const typed = text.trim();
  const lower = typed.toLowerCase();
  // The format allows capitals throughout, for QR codes, and never a mixture.
  if (typed !== lower && typed !== typed.toUpperCase()) return null;
  if (!lower.startsWith(`${prefix}1`)) return null;
  const values = [...lower.slice(prefix.length + 1)].map((letter) => alphabet.indexOf(letter));
  if (values.length < 6 || values.includes(-1)) return null;
  const codes = [...prefix].map((letter) => letter.charCodeAt(0));
  const spread = [...codes.map((code) => code >>> 5), 0, ...codes.map((code) => code & 31)];
  if (checksumOf([...spread, ...values]) !== 1) return null;
  const bytes = toBytes(values.slice(0, -6));
  return bytes?.length === 32 ? bytes : null;
}

/** The additional setting of a space that contains the public key of its treasurer. */
export const treasurerKeyName = 'treasurer_age_key';

/** A key as it is written down: without space around it, in small letters. Null where it is none. */
export function tidyAgeKey(text: unknown): string | null {
  return typeof text === 'string' && readAgeKey(text) !== null ? text.trim().toLowerCase() : null;
}
