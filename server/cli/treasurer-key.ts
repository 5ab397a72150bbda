/**
 * `npm run service:treasurer-key -- --space ID --key age1…`: sets the public key that the phones of a
 * space seal their files of unsent records with. `--new FILE` creates a key pair and writes the secret key into FILE.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { eq, sql } from 'drizzle-orm';

import { tidyAgeKey, treasurerKeyName } from '@/domain/ageKey';

import { transactionSettings } from '../store/schema';
import { CommandError, readId, parseArguments, runCommand, withDatabase } from './command';

const USAGE = 'Use: npm run service:treasurer-key -- --space ID (--key age1… | --new FILE)';

/** Writes the secret key into a new file that only the owner can read; returns the public key. */
async function makeKey(file: string): Promise<string> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  try {
    await writeFile(file, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: 'wx' });
  } catch {
    throw new CommandError(`The new key cannot be written to ${file}: it exists, or its folder does not.`);
  }
  return recipient;
}

export async function setTreasurerKey(args: string[]): Promise<string> {
  const text = { type: 'string' } as const;
  const options = { space: text, key: text, new: text };
  const { values } = parseArguments(() => parseArgs({ args, options }), USAGE);
  const groupId = readId('space', values.space, USAGE);
  if ((values.key === undefined) === (values.new === undefined)) {
    throw new CommandError(`Either --key or --new is needed. ${USAGE}`);
  }
  const given = values.key === undefined ? null : tidyAgeKey(values.key);
  if (values.key !== undefined && given === null) {
    throw new CommandError('--key is no public key of age (age1…), or a letter of it is wrong.');
  }
  return withDatabase((database) =>
    database.asOwner(async (tx) => {
      const ofSpace = eq(transactionSettings.groupId, groupId);
      const [known] = await tx.select().from(transactionSettings).where(ofSpace);
      if (!known) throw new CommandError(`There is no space ${groupId} that takes money.`);
      const key = given ?? (await makeKey(values.new ?? ''));
      const part = JSON.stringify({ [treasurerKeyName]: key });
      await tx
        .update(transactionSettings)
        .set({ additionalSettings: sql`${transactionSettings.additionalSettings} || ${part}::jsonb` })
        .where(ofSpace);
      return `Phones of space ${groupId} seal their unsent records to ${key} from their next contact on.`;
    })
  );
}

if (require.main === module) runCommand(setTreasurerKey);
