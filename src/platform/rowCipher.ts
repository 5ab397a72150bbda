import { type RowSeal } from '@/db/port';

/** Where keys lie that cannot be read out: IndexedDB in a browser. */
export interface KeyShelf {
  list(): Promise<Map<string, CryptoKey>>;
  /** Resolves when the key is on the disk. */
  put(id: string, key: CryptoKey): Promise<void>;
  /** Reads it from the disk again. */
  get(id: string): Promise<CryptoKey | null>;
}

const vectorSize = 12;
const probe = 'A key that opens this opens a record.';
const bytesOf = (text: string) => new TextEncoder().encode(text);

function toBase64(bytes: Uint8Array): string {
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters);
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** AES-GCM: vector and ciphertext together, in base64; `about` is bound to it without being in it. */
async function encrypt(key: CryptoKey, about: string, clear: string): Promise<string> {
  const vector = crypto.getRandomValues(new Uint8Array(vectorSize));
  const settings = { name: 'AES-GCM', iv: vector, additionalData: bytesOf(about) };
  const sealed = new Uint8Array(await crypto.subtle.encrypt(settings, key, bytesOf(clear)));
  const whole = new Uint8Array(vectorSize + sealed.length);
  whole.set(vector);
  whole.set(sealed, vectorSize);
  return toBase64(whole);
}

async function decrypt(key: CryptoKey, about: string, sealed: string): Promise<string> {
  const whole = fromBase64(sealed);
  const settings = {
    name: 'AES-GCM',
    iv: whole.subarray(0, vectorSize),
    additionalData: bytesOf(about),
  };
  const clear = await crypto.subtle.decrypt(settings, key, whole.subarray(vectorSize));
  return new TextDecoder().decode(clear);
}

/** The seal of rows over a shelf of keys. Keys are read once: no record waits for the shelf. */
export function createRowSeal(shelf: KeyShelf): RowSeal {
  let reading: Promise<Map<string, CryptoKey>> | null = null;
  // A shelf that does not answer is taken for empty this once, and asked again: nothing is lost by that, for what is
  // saved meanwhile stays as it is, and what could not be opened is tried again.
  const listKeys = () =>
    (reading ??= shelf.list().catch(() => {
      reading = null;
      return new Map<string, CryptoKey>();
    }));
  return {
    has: async (keyId) => (await listKeys()).has(keyId),
    seal: async (keyId, about, clear) => {
      const key = (await listKeys()).get(keyId);
      try {
        return key ? await encrypt(key, about, clear) : null;
      } catch {
        return null; // A device that cannot seal saves all the same.
      }
    },
    open: async (keyId, about, sealed) => {
      const key = (await listKeys()).get(keyId);
      try {
        return key ? await decrypt(key, about, sealed) : null;
      } catch {
        return null; // Not what was sealed for this row: as good as a key that is gone.
      }
    },
    keep: async (keyId, raw) => {
      const bytes = Uint8Array.from(raw);
      try {
        const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
        const sealed = await encrypt(key, keyId, probe);
        await shelf.put(keyId, key);
        const kept = await shelf.get(keyId);
        if (kept === null || (await decrypt(kept, keyId, sealed)) !== probe) return false;
        (await listKeys()).set(keyId, kept);
        return true;
      } catch {
        return false; // No room, or no such cipher: rows stay as they are.
      } finally {
        bytes.fill(0);
      }
    },
  };
}
