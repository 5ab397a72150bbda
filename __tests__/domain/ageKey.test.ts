import { readAgeKey, tidyAgeKey } from '@/domain/ageKey';

// The public key of age's own documentation.
const key = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';

describe('a public key of age', () => {
  it('is thirty-two bytes', () => {
    expect(readAgeKey(key)).toHaveLength(32);
  });

  it('may come from a QR code in capitals, with space around it', () => {
    expect(tidyAgeKey(` ${key.toUpperCase()}\n`)).toBe(key);
    expect(readAgeKey(key.toUpperCase())).toEqual(readAgeKey(key));
  });

  it('is refused with any one letter wrong, wherever it stands', () => {
    for (let place = 0; place < key.length; place++) {
      const other = key[place] === 'q' ? 'p' : 'q';
      expect(readAgeKey(key.slice(0, place) + other + key.slice(place + 1))).toBeNull();
    }
  });

  it.each([
    ['nothing', ''],
    ['the beginning alone', 'age1'],
    ['capitals and small letters mixed', key.slice(0, 20) + key.slice(20).toUpperCase()],
    ['a cut-off key', key.slice(0, -1)],
    ['two keys', key + key],
    ['a letter that no key has', key.replace('z', 'b')],
    ['a secret key', 'AGE-SECRET-KEY-1GQ9778VQXMMJVE8SK7J6VT8UJ4HDQAJUVSFCWCM02D8GEWQ72PVQ2Y5J33'],
  ])('%s is none', (_, text) => {
    expect(tidyAgeKey(text)).toBeNull();
  });

  it('is a text', () => {
    expect([tidyAgeKey(undefined), tidyAgeKey(7), tidyAgeKey({ key })]).toEqual([null, null, null]);
  });
});
