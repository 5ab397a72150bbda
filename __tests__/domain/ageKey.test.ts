import { readAgeKey, tidyAgeKey } from '@/domain/ageKey';

// The public key from the documentation of age.
const key = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';

describe('a public key of age', () => {
  it('has thirty-two bytes', () => {
    expect(readAgeKey(key)).toHaveLength(32);
  });

  it('may be in capitals with space around it, as in a QR code', () => {
    expect(tidyAgeKey(` ${key.toUpperCase()}\n`)).toBe(key);
    expect(readAgeKey(key.toUpperCase())).toEqual(readAgeKey(key));
  });

  it('is refused with a wrong letter at any position', () => {
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
  ])('%s is not a key', (_, text) => {
    expect(tidyAgeKey(text)).toBeNull();
  });

  it('has to be a text', () => {
    expect([tidyAgeKey(undefined), tidyAgeKey(7), tidyAgeKey({ key })]).toEqual([null, null, null]);
  });
});
