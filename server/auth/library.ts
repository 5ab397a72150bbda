import type * as library from 'oidc-provider';

/**
 * Loads oidc-provider, which is an ECMAScript module, without its one remark: it tells every Node before 22 that it is
 * unsupported. Node 20 is what this service promises and tests, and a sentence that nobody can act on has no place in
 * a terminal.
 */
export async function loadProvider(): Promise<typeof library> {
  const { warn } = console;
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes('Unsupported runtime')) warn(...words);
  };
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}
