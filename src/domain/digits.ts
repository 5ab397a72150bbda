/** The zero of every script whose digits a phone keyboard offers; the other nine digits follow it. */
const zeros = [
  0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0,
]
  .concat([0xf20, 0x1040, 0x17e0, 0x1810, 0xff10])
  .sort((one, other) => one - other);

/** The digits of any script as 0 to 9. */
export function toLatinDigits(text: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const zero = zeros.find((candidate) => code >= candidate && code < candidate + 10);
    return zero === undefined ? character : String(code - zero);
  }).join('');
}
