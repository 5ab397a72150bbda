/** `npm run service:token -- --mail ADDRESS --ttl 8h`: creates and prints an access token for a script. */
import { parseArgs } from 'node:util';
import { z } from 'zod';

import { TOKEN_RIGHTS, type TokenRight } from '@/contract/token';

import { isActivePerson } from '../auth/people';
import { createToken } from '../auth/tokens';
import { CommandError, findPerson, readId, parseArguments, runCommand, withDatabase } from './command';

const USAGE =
  'Use: npm run service:token -- --mail ADDRESS [--ttl 8h] [--space ID] [--label TEXT] [--rights read,money]';

const HELP = `Prints an access token for a script, which works in the name of a person.

  --mail ADDRESS  the person
  --ttl 8h        when it ends: 90m, 8h or 30d, at most 366d
  --space ID      the only space in which it works; otherwise where the person works
  --label TEXT    how it is named in the list of tokens
  --rights LIST   some of ${TOKEN_RIGHTS.join(',')}; otherwise every right of the person`;
const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const LONGEST_MS = 366 * UNIT_MS.d;

/** A duration such as 90m, 8h or 30d, in milliseconds. */
function readDuration(value: string): number {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(value) ?? [];
  const duration = Number(count) * UNIT_MS[(unit ?? 'm') as keyof typeof UNIT_MS];
  if (count === undefined || duration <= 0 || duration > LONGEST_MS) {
    throw new CommandError(
      `--ttl is "${value}": it must be a duration such as 90m, 8h or 30d, at most 366d.`
    );
  }
  return duration;
}

function readRights(value: string): TokenRight[] {
  const given = z.array(z.enum(TOKEN_RIGHTS)).min(1).safeParse(value.split(','));
  if (!given.success) {
    throw new CommandError(`--rights is "${value}": expected some of ${TOKEN_RIGHTS.join(',')}.`);
  }
  return given.data;
}

export async function makeToken(args: string[]): Promise<string> {
  const text = { type: 'string' } as const;
  const options = { mail: text, ttl: text, space: text, label: text, rights: text };
  const { values } = parseArguments(() => parseArgs({ args, options }), USAGE, HELP);
  const { mail, ttl = '8h', space, label = 'script' } = values;
  if (mail === undefined) throw new CommandError(`--mail is missing. ${USAGE}`);
  const groupId = space === undefined ? undefined : readId('space', space, USAGE);
  const rights = values.rights === undefined ? undefined : readRights(values.rights);
  const expiresAt = new Date(Date.now() + readDuration(ttl));
  return withDatabase((database) =>
    database.asOwner(async (tx) => {
      const userId = await findPerson(tx, mail);
      if (userId === undefined || !(await isActivePerson(tx, userId, groupId))) {
        const where = groupId === undefined ? '' : ` in space ${groupId}`;
        throw new CommandError(`Nobody who can use a token signs in with ${mail}${where}.`);
      }
      return createToken(tx, {
        userId,
        ...(groupId === undefined ? {} : { groupId }),
        label,
        rights,
        expiresAt,
      });
    })
  );
}

if (require.main === module) runCommand(makeToken);
