/** `npm run service:second-factor -- --mail ADDRESS`: turns off the second factor of a person whom no admin can help. */
import { parseArgs } from 'node:util';

import { turnOff } from '../auth/secondFactor';
import { query } from '../store/database';
import { CommandError, parseArguments, runCommand, withDatabase } from './command';

const USAGE = 'Use: npm run service:second-factor -- --mail ADDRESS';

export async function resetSecondFactor(args: string[]): Promise<string> {
  const { values } = parseArguments(
    () => parseArgs({ args, options: { mail: { type: 'string' } } as const }),
    USAGE
  );
  const { mail } = values;
  if (mail === undefined) throw new CommandError(`--mail is missing. ${USAGE}`);
  return withDatabase((database) =>
    database.asOwner(async (tx) => {
      const [person] = await query<{ id: number }>(tx, 'SELECT id FROM users WHERE lower(mail) = lower($1)', [
        mail,
      ]);
      if (!person) throw new CommandError(`Nobody signs in with ${mail}.`);
      const wasOn = await turnOff(tx, person.id);
      return wasOn
        ? `The second factor of ${mail} is off. They are told by mail.`
        : `${mail} has no second factor.`;
    })
  );
}

if (require.main === module) runCommand(resetSecondFactor);
