/** `npm run service:second-factor -- --mail ADDRESS`: turns off the second factor of a person whom no admin can help. */
import { parseArgs } from 'node:util';

import { turnOff } from '../auth/secondFactor';
import { CommandError, findPerson, parseArguments, runCommand, withDatabase } from './command';

const USAGE = 'Use: npm run service:second-factor -- --mail ADDRESS';

const HELP = `Turns off the second factor of a person who has lost it and whom no admin can help. They are told by mail.

  --mail ADDRESS  the person`;

export async function resetSecondFactor(args: string[]): Promise<string> {
  const { values } = parseArguments(
    () => parseArgs({ args, options: { mail: { type: 'string' } } as const }),
    USAGE,
    HELP
  );
  const { mail } = values;
  if (mail === undefined) throw new CommandError(`--mail is missing. ${USAGE}`);
  return withDatabase((database) =>
    database.asOwner(async (tx) => {
      const userId = await findPerson(tx, mail);
      if (userId === undefined) throw new CommandError(`Nobody signs in with ${mail}.`);
      const wasOn = await turnOff(tx, userId);
      return wasOn
        ? `The second factor of ${mail} is off. They are told by mail.`
        : `${mail} has no second factor.`;
    })
  );
}

if (require.main === module) runCommand(resetSecondFactor);
