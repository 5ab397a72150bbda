/** The first 32 bits of the fractional part of a root, as the standard defines its constants. */
const fraction = (root: number) => Math.floor((root % 1) * 2 ** 32);

function primes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
}

const roundConstants = Uint32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
const start = Uint32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));

const rotate = (value: number, by: number) => (value >>> by) | (value << (32 - by));

/** UTF-8 with the padding of the standard: a one bit, zeros, and the length in bits. */
function padded(text: string): DataView {
  const bytes = new TextEncoder().encode(text);
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const view = new DataView(new ArrayBuffer(length));
  new Uint8Array(view.buffer).set(bytes);
  view.setUint8(bytes.length, 0x80);
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(length - 4, (bytes.length * 8) >>> 0);
  return view;
}

/**
 * SHA-256 of a text in hexadecimal. Written out here because the store runs on three platforms whose own versions are
 * asynchronous or absent, and a body of a kilobyte takes a few microseconds either way.
 */
export function sha256Hex(text: string): string {
  const message = padded(text);
  const hash = start.slice();
  const words = new Uint32Array(64);
  for (let block = 0; block < message.byteLength; block += 64) {
    for (let index = 0; index < 16; index += 1) words[index] = message.getUint32(block + index * 4);
    for (let index = 16; index < 64; index += 1) {
      const early = words[index - 15] ?? 0;
      const late = words[index - 2] ?? 0;
      const first = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
      const second = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
      words[index] = (words[index - 16] ?? 0) + first + (words[index - 7] ?? 0) + second;
    }
    mix(hash, words);
  }
  return Array.from(hash, (value) => value.toString(16).padStart(8, '0')).join('');
}

/** One block into the hash: the 64 rounds of the standard, with its own letters. */
function mix(hash: Uint32Array, words: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let index = 0; index < 64; index += 1) {
    const mixedE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const one = (h + mixedE + choice + (roundConstants[index] ?? 0) + (words[index] ?? 0)) | 0;
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
  const rounds = [a, b, c, d, e, f, g, h];
  for (let index = 0; index < 8; index += 1) hash[index] = (hash[index] ?? 0) + (rounds[index] ?? 0);
}
