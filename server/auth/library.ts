import type * as library from 'oidc-provider';

/**
 * Loads oidc-provider, an ECMAScript module, without its warning that Node before 22 is unsupported: this service supports and
 * tests Node 20.
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
