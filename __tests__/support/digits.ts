/** As an Arabic keyboard types them. */
export const inArabicDigits = (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
