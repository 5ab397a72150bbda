/**
 * `npm run service:open-export -- --key FILE SEALED`: decrypts an exported file of unsent records, checks
 * that each record is unchanged, and prints the records as JSON. `age -d -i FILE SEALED` decrypts it as well.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';

import { CommandError, parseArguments, runCommand } from './command';

const USAGE = 'Use: npm run service:open-export -- --key FILE SEALED.age';

const HELP = `Decrypts a file that a phone exported for the treasurer, and prints its records as JSON. It needs no database.

  --key FILE  the secret key that service:treasurer-key --new has written`;

const RecordSchema = z.looseObject({
  id: z.string(),
  body_hash: z.string(),
  body: z.unknown(),
});

const ExportSchema = z.looseObject({
  format: z.literal('doorstep-unsent'),
  count: z.number(),
  records: z.array(RecordSchema),
});

async function readText(what: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new CommandError(`${what} ${file} cannot be read.`);
  }
}

/** The secret keys in a file of age-keygen: one per line, between comments. */
async function readIdentities(file: string): Promise<string[]> {
  const lines = (await readText('The key file', file)).split(/\r?\n/).map((line) => line.trim());
  const keys = lines.filter((line) => /^AGE-SECRET-KEY-/.test(line));
  if (keys.length === 0) throw new CommandError(`${file} contains no secret key of age (AGE-SECRET-KEY-1…).`);
  return keys;
}

async function makeDecrypter(keyFile: string) {
  const { Decrypter, armor } = await import('age-encryption');
  const decrypter = new Decrypter();
  for (const identity of await readIdentities(keyFile)) {
    try {
      decrypter.addIdentity(identity);
    } catch {
      throw new CommandError(`The secret key in ${keyFile} is damaged: it contains a wrong character.`);
    }
  }
  return { decode: armor.decode, decrypt: (bytes: Uint8Array) => decrypter.decrypt(bytes) };
}

type Decrypter = Awaited<ReturnType<typeof makeDecrypter>>;

async function decryptFile({ decode, decrypt }: Decrypter, sealed: string, file: string): Promise<string> {
  let bytes: Uint8Array;
  try {
    bytes = decode(sealed);
  } catch {
    throw new CommandError(`${file} is not a file that Doorstep has encrypted, or a part of it is missing.`);
  }
  try {
    return Buffer.from(await decrypt(bytes)).toString('utf8');
  } catch {
    // The package reports the two reasons only as text.
    throw new CommandError(
      `This key does not open ${file}: the file is encrypted for another key, or was changed.`
    );
  }
}

const hashOf = (body: unknown) =>
  createHash('sha256')
    .update(typeof body === 'string' ? body : JSON.stringify(body))
    .digest('hex');

export async function openExport(args: string[]): Promise<string> {
  const options = { key: { type: 'string' } } as const;
  const { values, positionals } = parseArguments(
    () => parseArgs({ args, options, allowPositionals: true }),
    USAGE,
    HELP
  );
  const [file, ...more] = positionals;
  if (values.key === undefined || file === undefined || more.length > 0) {
    throw new CommandError(`Expected a key file and one encrypted file. ${USAGE}`);
  }
  const sealed = await readText('The encrypted file', file);
  const decrypter = await makeDecrypter(values.key);
  const text = await decryptFile(decrypter, sealed, file);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = null; // The schema below reports it.
  }
  const read = ExportSchema.safeParse(parsed);
  if (!read.success) throw new CommandError(`${file} opens, but contains no unsent records of Doorstep.`);
  const records = read.data.records.map((record) => ({
    ...record,
    is_as_saved: hashOf(record.body) === record.body_hash,
  }));
  return JSON.stringify({ ...read.data, records }, null, 2);
}

if (require.main === module) runCommand(openExport);
