/** `npm run service:retention -- --space ID [--audit DAYS] [--mails DAYS] [--responses DAYS]`: how long a space stores what. */
import { parseArgs } from 'node:util';

import { query } from '../store/database';
import { CommandError, parseArguments, readId, runCommand, withDatabase } from './command';

const USAGE = 'Use: npm run service:retention -- --space ID [--audit DAYS] [--mails DAYS] [--responses DAYS]';

/** As the constraints of the database. */
const LIMITS = { audit: [90, 3650], mails: [1, 365], responses: [30, 3650] } as const;

const HELP = `Sets for how many days a space stores what, and prints it. Without a number it only prints. An hourly task deletes the rest.

  --space ID        as service:space --list shows it
  --audit DAYS      the audit log, ${LIMITS.audit.join(' to ')}
  --mails DAYS      sent mails, ${LIMITS.mails.join(' to ')}
  --responses DAYS  complete responses to writes, ${LIMITS.responses.join(' to ')}; afterwards only the numbers of their records are left`;

function readDays(name: keyof typeof LIMITS, value: string | undefined): number | null {
  if (value === undefined) return null;
  const [least, most] = LIMITS[name];
  const days = /^\d{1,4}$/.test(value) ? Number(value) : 0;
  if (days < least || days > most)
    throw new CommandError(`--${name} must be ${least} to ${most} days. ${USAGE}`);
  return days;
}

const SET = `UPDATE spaces SET audit_days = coalesce($2, audit_days), mail_days = coalesce($3, mail_days),
    response_days = coalesce($4, response_days)
  WHERE group_id = $1 RETURNING audit_days, mail_days, response_days`;

export async function setRetention(args: string[]): Promise<string> {
  const text = { type: 'string' } as const;
  const options = { space: text, audit: text, mails: text, responses: text };
  const { values } = parseArguments(() => parseArgs({ args, options }), USAGE, HELP);
  const groupId = readId('space', values.space, USAGE);
  const days = [
    readDays('audit', values.audit),
    readDays('mails', values.mails),
    readDays('responses', values.responses),
  ];
  return withDatabase((database) =>
    database.asOwner(async (tx) => {
      const [row] = await query<{ audit_days: number; mail_days: number; response_days: number }>(tx, SET, [
        groupId,
        ...days,
      ]);
      if (!row) throw new CommandError(`There is no space ${groupId}.`);
      const { audit_days: audit, mail_days: mails, response_days: responses } = row;
      return `Space ${groupId} stores the audit log for ${audit} days, sent mails for ${mails}, responses to writes for ${responses}.`;
    })
  );
}

if (require.main === module) runCommand(setRetention);
