import { Mail } from '@/contract/primitives';

/** Typed or pasted addresses, checked. */
export type SortedAddresses = {
  /** Each once, in their order. */
  good: string[];
  /** What is no mail address, unchanged. */
  malformed: string[];
  /** Repeated addresses. */
  repeated: string[];
};

/**
 * Finds the addresses in a text: one per line, with commas or semicolons, or as mail programs copy them
 * (`"Berger, Ana" <ana@example.org>`). Capitals make no difference.
 */
export function sortAddresses(text: string): SortedAddresses {
  const good = new Map<string, string>();
  const repeated = new Set<string>();
  const malformed: string[] = [];
  for (const candidate of candidatesIn(text)) {
    if (!Mail.safeParse(candidate).success) {
      malformed.push(candidate);
      continue;
    }
    const key = candidate.toLowerCase();
    if (good.has(key)) repeated.add(good.get(key) ?? candidate);
    else good.set(key, candidate);
  }
  return { good: [...good.values()], malformed, repeated: [...repeated] };
}

function candidatesIn(text: string): string[] {
  // A name in quotes may contain a comma; it is never an address.
  const unquoted = text.replace(/"[^"\n]*"/g, ' ');
  return unquoted.split(/[,;\r\n\t]+/).flatMap((piece) => {
    const bracketed = [...piece.matchAll(/<([^<>]*)>/g)].map(([, inside = '']) => inside.trim());
    const words = piece
      .replace(/<[^<>]*>/g, ' ')
      .split(/\s+/u)
      .filter((word) => word !== '');
    // Once: some programs write the address in place of the name.
    const written = words.filter((word) => word.includes('@')).map(bare);
    const addresses = [...written.filter((word) => !bracketed.includes(word)), ...bracketed];
    // Text next to an address is a name; text without any address is malformed.
    return addresses.length > 0 ? addresses : words.length > 0 ? [words.join(' ')] : [];
  });
}

/** Strips the punctuation around an address: "(write to ana@example.org)." */
function bare(word: string): string {
  return word.replace(/^(?:mailto:|\()+/i, '').replace(/[.:!?)]+$/, '');
}
