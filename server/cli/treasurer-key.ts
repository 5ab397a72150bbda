/**
 * `npm run service:treasurer-key -- --space ID --key age1…`: sets the public key for which the phones of a
 * space encrypt their files of unsent records. `--new FILE` creates a key pair and writes the secret key into FILE.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { eq, sql } from 'drizzle-orm';

import { tidyAgeKey, treasurerKeyName } from '@/domain/ageKey';

import { transactionSettings } from '../store/schema';
import { CommandError, readId, parseArguments, runCommand, withDatabase } from './command';

const USAGE = 'Use: npm run service:treasurer-key -- --space ID (--key age1… | --new FILE)';

const HELP = `Sets the public key for which the phones of a space encrypt their files of unsent records.

  --space ID    as service:space --list shows it
  --new FILE    creates a key pair and writes the secret key into FILE: store it outside the service
  --key age1…   sets the public key of an existing pair`;

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
  const { values } = parseArguments(() => parseArgs({ args, options }), USAGE, HELP);
  const groupId = readId('space', values.space, USAGE);
  if ((values.key === undefined) === (values.new === undefined)) {
    throw new CommandError(`Expected either --key or --new. ${USAGE}`);
  }
  const given = values.key === undefined ? null : tidyAgeKey(values.key);
  if (values.key !== undefined && given === null) {
    throw new CommandError('--key is not a public key of age (age1…), or contains a wrong character.');
  }
  return withDatabase((database) =>
    database.asOwner(async (tx) => {
      const ofSpace = eq(transactionSettings.groupId, groupId);
      const [known] = await tx.select().from(transactionSettings).where(ofSpace);
      if (!known) throw new CommandError(`There is no space ${groupId} with transaction settings.`);
      const key = given ?? (await makeKey(values.new ?? ''));
      const part = JSON.stringify({ [treasurerKeyName]: key });
      await tx
        .update(transactionSettings)
        .set({ additionalSettings: sql`${transactionSettings.additionalSettings} || ${part}::jsonb` })
        .where(ofSpace);
      return `Phones of space ${groupId} encrypt their unsent records for ${key} after their next sync.`;
    })
  );
}

if (require.main === module) runCommand(setTreasurerKey);
