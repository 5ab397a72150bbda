/**
 * `npm run service:open-export -- --key FILE SEALED`: opens a file of unsent records that a phone has sealed, checks
 * that each record is as it was saved, and prints the records as JSON. `age -d -i FILE SEALED` opens it as well. A record
 * that its own phone could no longer open is opened here, with the treasurer's copy of its key.
 */
import { createDecipheriv, createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';

import { CommandError, parseArguments, runCommand } from './command';

const USAGE = 'Use: npm run service:open-export -- --key FILE SEALED.age';

const RecordSchema = z.looseObject({
  id: z.string(),
  body_hash: z.string(),
  body: z.unknown(),
  sealed: z.object({ row_key: z.string(), text: z.string() }).optional(),
});

const ExportSchema = z.looseObject({
  format: z.literal('doorstep-unsent'),
  count: z.number(),
  records: z.array(RecordSchema),
  row_keys: z.array(z.object({ id: z.string(), recipient: z.string(), copy: z.string() })).default([]),
});

/** The sealed part of a record. */
const SealedSchema = z.object({
  body: z.string(),
  bodyHash: z.string(),
  who: z.string().nullable(),
  contactId: z.number().nullable(),
});

async function readText(what: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new CommandError(`${what} ${file} cannot be read.`);
  }
}

/** The secret keys in a file of age-keygen: one per line, beside comments. */
async function readIdentities(file: string): Promise<string[]> {
  const lines = (await readText('The key file', file)).split(/\r?\n/).map((line) => line.trim());
  const keys = lines.filter((line) => /^AGE-SECRET-KEY-/.test(line));
  if (keys.length === 0) throw new CommandError(`${file} holds no secret key of age (AGE-SECRET-KEY-1…).`);
  return keys;
}

async function makeDecrypter(keyFile: string) {
  const { Decrypter, armor } = await import('age-encryption');
  const decrypter = new Decrypter();
  for (const identity of await readIdentities(keyFile)) {
    try {
      decrypter.addIdentity(identity);
    } catch {
      throw new CommandError(`The secret key in ${keyFile} is damaged: a letter of it is wrong.`);
    }
  }
  return { decode: armor.decode, decrypt: (bytes: Uint8Array) => decrypter.decrypt(bytes) };
}

type Decrypter = Awaited<ReturnType<typeof makeDecrypter>>;

async function unseal({ decode, decrypt }: Decrypter, sealed: string, file: string): Promise<string> {
  let bytes: Uint8Array;
  try {
    bytes = decode(sealed);
  } catch {
    throw new CommandError(`${file} is no file that Doorstep has sealed, or a part of it is missing.`);
  }
  try {
    return Buffer.from(await decrypt(bytes)).toString('utf8');
  } catch {
    // The package gives its reasons as text only; both mean the same to the operator.
    throw new CommandError(`This key does not open ${file}: it is sealed to another one, or was changed.`);
  }
}

/** The keys of sealed records that this treasurer can open; copies for another treasurer are left out. */
async function openRowKeys(
  { decode, decrypt }: Decrypter,
  keys: z.infer<typeof ExportSchema>['row_keys']
): Promise<Map<string, Uint8Array>> {
  const opened = new Map<string, Uint8Array>();
  for (const { id, copy } of keys) {
    try {
      opened.set(id, await decrypt(decode(copy)));
    } catch {
      continue; // Its records are printed as they are, and say so.
    }
  }
  return opened;
}

const vectorSize = 12;
const tagSize = 16;

/** AES-GCM in the layout of Web Crypto: IV, ciphertext, tag; the record id is authenticated. */
function openSealedText(key: Uint8Array, id: string, text: string): string {
  const bytes = Buffer.from(text, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, vectorSize));
  decipher.setAAD(Buffer.from(id, 'utf8'));
  decipher.setAuthTag(bytes.subarray(bytes.length - tagSize));
  const clear = decipher.update(bytes.subarray(vectorSize, bytes.length - tagSize));
  return Buffer.concat([clear, decipher.final()]).toString('utf8');
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // A body that is no JSON is printed as it was saved.
  }
}

function openRecord(
  { sealed, ...record }: z.infer<typeof RecordSchema>,
  keys: ReadonlyMap<string, Uint8Array>
): Record<string, unknown> {
  if (sealed === undefined) return { ...record, is_as_saved: hashOf(record.body) === record.body_hash };
  const key = keys.get(sealed.row_key);
  if (key === undefined) return { ...record, sealed, is_as_saved: false };
  try {
    const part = SealedSchema.parse(JSON.parse(openSealedText(key, record.id, sealed.text)));
    const { body, bodyHash, who, contactId } = part;
    const is_as_saved = hashOf(body) === bodyHash;
    return { ...record, who, contact_id: contactId, body_hash: bodyHash, body: readJson(body), is_as_saved };
  } catch {
    return { ...record, sealed, is_as_saved: false }; // Not what was sealed for this record.
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
    USAGE
  );
  const [file, ...more] = positionals;
  if (values.key === undefined || file === undefined || more.length > 0) {
    throw new CommandError(`A key file and one sealed file are needed. ${USAGE}`);
  }
  const sealed = await readText('The sealed file', file);
  const decrypter = await makeDecrypter(values.key);
  const clear = await unseal(decrypter, sealed, file);
  let parsed: unknown;
  try {
    parsed = JSON.parse(clear);
  } catch {
    parsed = null; // Sealed with the right key, and no export: said below.
  }
  const read = ExportSchema.safeParse(parsed);
  if (!read.success) throw new CommandError(`${file} opens, but holds no unsent records of Doorstep.`);
  const { row_keys, ...rest } = read.data;
  const keys = await openRowKeys(decrypter, row_keys);
  const records = rest.records.map((record) => openRecord(record, keys));
  return JSON.stringify({ ...rest, records }, null, 2);
}

if (require.main === module) runCommand(openExport);
