/** The first 32 bits of the fractional part of a root, as the standard defines its constants. */
const fraction = (root: number) => Math.floor((root % 1) * 2 ** 32);

function primes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
}

const roundConstants = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
const start = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));

const rotate = (value: number, by: number) => (value >>> by) | (value << (32 - by));

const encoder = new TextEncoder();

/**
 * What is left after the last whole block, with the padding of the standard: a one bit, zeros, and the length in bits. It
 * fills one block or two. One of it is enough, as of the schedule and the hash below: nothing here waits, and to make
 * them anew for every text took as long as a block.
 */
const ending = new Uint8Array(128);
const endingView = new DataView(ending.buffer);

/** Fills the ending of a text and answers how long it is. */
function end(bytes: Uint8Array, whole: number): number {
  const rest = bytes.length - whole;
  const length = rest + 9 > 64 ? 128 : 64;
  ending.fill(0);
  for (let index = 0; index < rest; index += 1) ending[index] = bytes[whole + index] ?? 0;
  ending[rest] = 0x80;
  endingView.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  endingView.setUint32(length - 4, (bytes.length * 8) >>> 0);
  return length;
}

/** Every byte as two digits, looked up: to write numbers in hexadecimal took a good part of the time. */
const pairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The schedule of the block at hand. */
const words = new Int32Array(64);
const hash = new Int32Array(8);

/**
 * SHA-256 of a text in hexadecimal. Written out here because the store runs on three platforms whose own versions are
 * asynchronous or absent, and a body of a kilobyte takes a few microseconds either way.
 */
export function sha256Hex(text: string): string {
  const bytes = encoder.encode(text);
  const whole = bytes.length - (bytes.length % 64);
  hash.set(start);
  const message = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let block = 0; block < whole; block += 64) mix(message, block);
  const length = end(bytes, whole);
  for (let block = 0; block < length; block += 64) mix(endingView, block);
  let digits = '';
  for (const value of hash)
    for (let shift = 24; shift >= 0; shift -= 8) digits += pairs[(value >>> shift) & 255];
  return digits;
}

/** The word of the schedule at a place: from the message itself, then from the words before. */
function scheduled(message: DataView, block: number, index: number): number {
  if (index < 16) return message.getInt32(block + index * 4);
  const early = words[index - 15] ?? 0;
  const late = words[index - 2] ?? 0;
  const first = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
  const second = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
  return ((words[index - 16] ?? 0) + first + (words[index - 7] ?? 0) + second) | 0;
}

/** One block into the hash: the 64 rounds of the standard, with its own letters. */
function mix(message: DataView, block: number): void {
  // By their places: to take a list apart costs a call for each of its items, and this runs for every 64 letters.
  let a = hash[0] ?? 0;
  let b = hash[1] ?? 0;
  let c = hash[2] ?? 0;
  let d = hash[3] ?? 0;
  let e = hash[4] ?? 0;
  let f = hash[5] ?? 0;
  let g = hash[6] ?? 0;
  let h = hash[7] ?? 0;
  for (let index = 0; index < 64; index += 1) {
    const word = scheduled(message, block, index);
    words[index] = word;
    const mixedE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const one = (h + mixedE + choice + (roundConstants[index] ?? 0) + word) | 0;
    const mixedA = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + mixedA + majority) | 0;
  }
  hash[0] = (hash[0] ?? 0) + a;
  hash[1] = (hash[1] ?? 0) + b;
  hash[2] = (hash[2] ?? 0) + c;
  hash[3] = (hash[3] ?? 0) + d;
  hash[4] = (hash[4] ?? 0) + e;
  hash[5] = (hash[5] ?? 0) + f;
  hash[6] = (hash[6] ?? 0) + g;
  hash[7] = (hash[7] ?? 0) + h;
}
