/** How the letters of a text file are written as bytes. Spreadsheets save CSV in that of their system unless told otherwise. */
export const TEXT_ENCODINGS = [
  'utf-8',
  'windows-1252',
  'windows-1256',
  'macintosh',
  'utf-16le',
  'utf-16be',
] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

/** A byte order mark is left out; bytes that the encoding does not have become �. */
export function decodeText(bytes: Uint8Array, encoding: TextEncoding): string {
  const text = new TextDecoder(encoding).decode(bytes);
  // Some versions of Node decode it as ISO 8859-1, which has control characters there.
  return encoding === 'windows-1252' ? text.replace(/[\u0080-\u009f]/g, windowsSign) : text;
}

const windowsSigns = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const windowsSign = (control: string) => windowsSigns[control.charCodeAt(0) - 0x80] ?? control;

/** Finds the encoding of a file by its byte order mark, else by what its bytes would mean in each. */
export function guessEncoding(bytes: Uint8Array): TextEncoding {
  const [first = 0, second = 0] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // A header in UTF-16 has a zero beside each Latin letter or separator.
  const zeros = [0, 1].map((start) => countZeros(bytes, start));
  if (Math.max(...zeros) > 0) return (zeros[1] ?? 0) > (zeros[0] ?? 0) ? 'utf-16le' : 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : guessOneByte(bytes);
}

const HEADER = 400;

function countZeros(bytes: Uint8Array, start: number): number {
  let count = 0;
  for (let place = start; place < Math.min(bytes.length, HEADER); place += 2)
    if (bytes[place] === 0) count += 1;
  return count;
}

/** Enough to tell encodings apart, and short enough not to hold up the page. */
const READ = 100_000;

/** The part of a file that begins at its first letter outside ASCII. */
function partToRead(bytes: Uint8Array): Uint8Array {
  const start = Math.max(0, findHigh(bytes));
  return bytes.subarray(start, start + READ);
}

/** Where the first byte outside ASCII is, -1 without one. A loop: `findIndex` takes ten times as long. */
function findHigh(bytes: Uint8Array, from = 0): number {
  for (let place = from; place < bytes.length; place += 1) if ((bytes[place] ?? 0) >= 0x80) return place;
  return -1;
}

/** Also with a few wrong bytes: a letter of another encoding is almost never a letter of UTF-8. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    let [right, wrong] = [0, 0];
    for (const letter of decodeText(partToRead(bytes), 'utf-8').match(/[\u0080-\uffff]/g) ?? []) {
      if (letter === '\ufffd') wrong += 1;
      else right += 1;
    }
    return right > wrong;
  }
}

/** Between the encodings with a byte for each letter. */
function guessOneByte(bytes: Uint8Array): TextEncoding {
  let [high, inWords, windows, macintosh] = [0, 0, 0, 0];
  let run = 0;
  const endRun = () => {
    if (run >= 3) inWords += run;
    run = 0;
  };
  for (const byte of partToRead(bytes)) {
    if (byte < 0x80) {
      endRun();
      continue;
    }
    high += 1;
    run += 1;
    // The small letters with accents: in Windows at the end, on a Mac where Windows has rare signs.
    if (byte >= 0xe0) windows += 1;
    else if (byte >= 0x87 && byte <= 0x9f && !westernSigns.has(byte)) macintosh += 1;
  }
  endRun();
  // Words of Arabic letters only; in Western Europe such letters are single.
  if (inWords > high / 2) return 'windows-1256';
  return macintosh > windows ? 'macintosh' : 'windows-1252';
}

/** Œ, quotation marks, dashes and œ in Windows. */
const westernSigns: ReadonlySet<number> = new Set([0x8c, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x9c]);

/** What a word of a file ends with. These bytes are the same in all encodings but UTF-16. */
const wordEnds: ReadonlySet<number | undefined> = new Set(
  Array.from(' ,;|\t\r\n"', (end) => end.charCodeAt(0))
);
const MOST_WORDS = 3;
const MOST_LETTERS = 40;

/** The first words of a file with letters that encodings write differently; none for UTF-16. */
export function sampleOf(bytes: Uint8Array, encoding: TextEncoding): string[] {
  if (encoding.startsWith('utf-16')) return [];
  const words = new Set<string>();
  let place = findHigh(bytes);
  while (place >= 0 && words.size < MOST_WORDS) {
    let start = place;
    while (start > 0 && !wordEnds.has(bytes[start - 1])) start -= 1;
    let end = place;
    while (end < bytes.length && !wordEnds.has(bytes[end])) end += 1;
    words.add(decodeText(bytes.subarray(start, end), encoding).slice(0, MOST_LETTERS));
    place = findHigh(bytes, end);
  }
  return [...words];
}

const workbookStarts = [
  // A zip archive: .xlsx, .ods, .numbers
  [0x50, 0x4b, 0x03, 0x04],
  // .xls
  [0xd0, 0xcf, 0x11, 0xe0],
] as const;

/** A file of a spreadsheet that is no text. */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  workbookStarts.some((start) => start.every((byte, place) => bytes[place] === byte));
