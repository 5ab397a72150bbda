/**
 * `npm run service:space -- --name NAME --admin MAIL [--currency eur]`: creates a space that can record payments,
 * and its first admin, who signs in with that address and invites the others.
 */
import { parseArgs } from 'node:util';
import { eq, sql } from 'drizzle-orm';

import { Currency, Mail, Name } from '@/contract/primitives';

import { addToSpace, insertRoles, insertSpace } from '../demo/space';
import type { Tx } from '../store/database';
import { paymentMethods, transactionSettings, transactionStatuses, users } from '../store/schema';
import { CommandError, parseArguments, runCommand, withDatabase } from './command';

const USAGE = 'Use: npm run service:space -- --name NAME --admin MAIL [--currency eur]';
const PAYMENT_KINDS = ['cash', 'cheque', 'card', 'transfer'];
const STATUSES = [
  { name: 'Valid', kind: 'valid', color: '#15803d' },
  { name: 'Unpaid', kind: 'unpaid', color: '#b91c1c' },
  { name: 'Reimbursed', kind: 'reimbursed', color: '#7e22ce' },
  { name: 'Refused by the bank', kind: 'bank_error', color: '#c2410c' },
  { name: 'Cancelled', kind: 'cancel', color: '#57534e' },
];
const MAX_BATCH_SIZE = 50;

/** The settings that a payment needs. service:import adds prices. */
async function insertFinanceSettings(tx: Tx, groupId: number, currency: string): Promise<void> {
  await tx
    .insert(paymentMethods)
    .values(PAYMENT_KINDS.map((kind, position) => ({ groupId, kind, position })));
  const rows = await tx
    .insert(transactionStatuses)
    .values(STATUSES.map((status) => ({ groupId, ...status })))
    .returning();
  const defaultStatusId = rows.find(({ kind }) => kind === 'valid')?.id;
  await tx
    .insert(transactionSettings)
    .values({ groupId, currency, maxBatchSize: MAX_BATCH_SIZE, defaultStatusId });
}

async function findOrAddPerson(tx: Tx, groupId: number, mail: string): Promise<number> {
  const [known] = await tx
    .select()
    .from(users)
    .where(eq(sql`lower(${users.mail})`, mail.toLowerCase()));
  if (known) return known.id;
  const [added] = await tx
    .insert(users)
    .values({ mail, groupId, selectedGroupId: [groupId] })
    .returning();
  if (!added) throw new Error('the person was not added');
  return added.id;
}

export async function makeSpace(args: string[]): Promise<string> {
  const text = { type: 'string' } as const;
  const options = { name: text, admin: text, currency: text };
  const { values } = parseArguments(() => parseArgs({ args, options }), USAGE);
  const name = Name.trim().min(1).safeParse(values.name);
  const mail = Mail.safeParse(values.admin);
  const currency = Currency.safeParse(values.currency ?? 'eur');
  if (!name.success) throw new CommandError(`--name must be the name of the space. ${USAGE}`);
  if (!mail.success) throw new CommandError(`--admin must be a mail address. ${USAGE}`);
  if (!currency.success) throw new CommandError(`--currency must be a code such as eur. ${USAGE}`);
  return withDatabase((database) =>
    database.asOwner(async (tx) => {
      const groupId = await insertSpace(tx, name.data, null, 'assigned');
      const roles = await insertRoles(tx, groupId);
      await insertFinanceSettings(tx, groupId, currency.data);
      await addToSpace(tx, groupId, await findOrAddPerson(tx, groupId, mail.data), roles.superadmin);
      return `Space ${groupId} is ready. ${mail.data} can sign in to it and invite the others.`;
    })
  );
}

if (require.main === module) runCommand(makeSpace);
