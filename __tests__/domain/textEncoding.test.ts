import { decodeText, guessEncoding, isWorkbook, sampleOf, type TextEncoding } from '@/domain/textEncoding';

/** The bytes of the letters outside ASCII, in the encodings that no function of JavaScript writes. */
const oneByte: Record<string, Record<string, number>> = {
  'windows-1252': { ü: 0xfc, é: 0xe9, è: 0xe8, ß: 0xdf, œ: 0x9c, '’': 0x92, ñ: 0xf1, É: 0xc9, '€': 0x80 },
  macintosh: { ü: 0x9f, é: 0x8e, è: 0x8f, ß: 0xa7, œ: 0xcf, '’': 0xd5, ñ: 0x96, É: 0x83, '€': 0xdb },
  'windows-1256': { ا: 0xc7, ل: 0xe1, ح: 0xcd, د: 0xcf, أ: 0xc3, م: 0xe3, ع: 0xda, ي: 0xed },
};

function encode(text: string, encoding: TextEncoding): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  if (encoding === 'utf-16le') return Uint8Array.from(Buffer.from(text, 'utf16le'));
  if (encoding === 'utf-16be') return Uint8Array.from(Buffer.from(text, 'utf16le').swap16());
  return Uint8Array.from([...text].map((letter) => oneByte[encoding]?.[letter] ?? letter.charCodeAt(0)));
}

const western = 'Vorname;Nachname\r\nJürgen;Müller\r\nZoé;Lefèvre\r\nSœur d’Élise;Núñez'.replace(/ú/g, 'u');
const arabic = 'firstname,surname\r\nأحمد,الحداد\r\nAda,Lee';

it.each([
  ['utf-8', western],
  ['utf-8', arabic],
  ['utf-8', 'firstname,surname\nAda,Lee'],
  ['windows-1252', western],
  ['windows-1252', 'name\nl’été'],
  ['macintosh', western],
  ['windows-1256', arabic.replace('د,', ',')],
  ['utf-16le', western],
  ['utf-16be', western],
] as const)('finds %s and reads it', (encoding, text) => {
  const bytes = encode(text, encoding);
  expect(guessEncoding(bytes)).toBe(encoding);
  expect(decodeText(bytes, encoding)).toBe(text);
});

it.each(['utf-8', 'utf-16le', 'utf-16be'] as const)('reads %s with a byte order mark', (encoding) => {
  const bytes = encode(`\ufeff${arabic}`, encoding);
  expect(guessEncoding(bytes)).toBe(encoding);
  expect(decodeText(bytes, encoding)).toBe(arabic);
});

it('takes UTF-8 with one wrong byte for UTF-8', () => {
  const bytes = Uint8Array.from([...encode('Müller;Zoé', 'utf-8'), 0xfc]);
  expect(guessEncoding(bytes)).toBe('utf-8');
  expect(decodeText(bytes, 'utf-8')).toBe('Müller;Zoé\ufffd');
});

it('shows the first words with letters that encodings write differently, whole and without the separators', () => {
  const bytes = encode(western, 'windows-1252');
  expect(sampleOf(bytes, 'windows-1252')).toEqual(['Jürgen', 'Müller', 'Zoé']);
  expect(sampleOf(bytes, 'macintosh')).toEqual(['J¸rgen', 'M¸ller', 'ZoÈ']);
  const header = encode('Prénom;Nom;E-mail;Téléphone\r\n"Zoé";Lee', 'utf-8');
  expect(sampleOf(header, 'utf-8')).toEqual(['Prénom', 'Téléphone', 'Zoé']);
  expect(sampleOf(encode('Ada,Lee', 'utf-8'), 'utf-8')).toEqual([]);
  expect(sampleOf(encode(western, 'utf-16le'), 'utf-16le')).toEqual([]);
});

it('tells a workbook of a spreadsheet from text', () => {
  expect(isWorkbook(Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00]))).toBe(true);
  expect(isWorkbook(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).toBe(true);
  expect(isWorkbook(encode('PK;Name', 'utf-8'))).toBe(false);
  expect(isWorkbook(new Uint8Array())).toBe(false);
});
