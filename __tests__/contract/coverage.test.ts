import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { type z } from 'zod';

import { ActionAggregateSchema, ActionSchema } from '@/contract/action';
import { BatchDetailSchema, BatchablePaymentSchema } from '@/contract/batch';
import {
  BundleHistoryEntrySchema,
  DonationSchema,
  MembershipSchema,
  TransactionBundleSchema,
  TransactionSchema,
} from '@/contract/bundle';
import { CashRecordSchema } from '@/contract/cashRecord';
import { ContactSchema } from '@/contract/contact';
import { endpoints } from '@/contract/endpoints';
import { FormSchema } from '@/contract/form';
import { InvitationSchema } from '@/contract/invitation';
import { SpaceSchema } from '@/contract/me';
import { MonthDetailSchema } from '@/contract/month';
import { DonationPriceSchema, MembershipPriceGroupSchema, MembershipPriceSchema } from '@/contract/price';
import { ReceiptArrivalSchema, ReceiptBookSchema } from '@/contract/receipt';
import { ReconciliationSchema } from '@/contract/reconciliation';
import { RoleSchema } from '@/contract/role';
import { TransactionSettingsSchema } from '@/contract/settings';
import { TransactionStatusSchema } from '@/contract/status';
import { TeamAddressSchema, TeamMemberSchema, TeamSchema } from '@/contract/team';
import { ActionUserSchema, UserSchema, UserUpdateSchema } from '@/contract/user';
import { AnswersSchema } from '@/contract/answers';
import { VisitSchema } from '@/contract/visit';

const page = readFileSync(resolve(__dirname, '../../docs/interface-coverage.md'), 'utf8');

/** The words about a record. */
function wordsOf(record: string): Set<string> {
  const [, part = ''] = page.split(`\n**${record}.** `);
  return new Set(part.split('\n**')[0]?.match(/\w+/g));
}

it.each(Object.keys(endpoints))('%s is on the page with its screen', (name) => {
  expect(page).toMatch(new RegExp(`^\\|[^|]*\\b${name}\\b[^|]*\\| .{5,}`, 'm'));
});

const resources: [string, ...z.ZodObject[]][] = [
  ['User', UserSchema, ActionUserSchema, UserUpdateSchema],
  ['Invitation', InvitationSchema],
  ['Team', TeamSchema, TeamMemberSchema],
  ['Address of a team', TeamAddressSchema],
  ['Membership price group and price', MembershipPriceGroupSchema, MembershipPriceSchema],
  ['Donation price', DonationPriceSchema],
  ['Transaction bundle', TransactionBundleSchema, TransactionBundleSchema.shape.summary],
  ['Transaction', TransactionSchema],
  ['Membership', MembershipSchema],
  ['Donation', DonationSchema],
  ['Bundle history entry', BundleHistoryEntrySchema],
  ['Transaction status', TransactionStatusSchema],
  ['Transaction settings', TransactionSettingsSchema],
  ['Contact', ContactSchema],
  ['Action', ActionSchema, ActionAggregateSchema.omit({ Action: true })],
  ['Visit', VisitSchema],
  ['Answers', AnswersSchema],
  ['Cash record', CashRecordSchema],
  ['Month', MonthDetailSchema],
  ['Reconciliation', ReconciliationSchema],
  ['Batch', BatchDetailSchema, BatchablePaymentSchema],
  ['Receipt', ReceiptBookSchema, ReceiptArrivalSchema],
  ['Role', RoleSchema],
  ['Form', FormSchema],
  ['Space', SpaceSchema],
];

it.each(resources)('every field of %s is on the page', (title, ...schemas) => {
  const words = wordsOf(title);
  const missing = schemas.flatMap((schema) => Object.keys(schema.shape)).filter((field) => !words.has(field));
  expect(missing).toEqual([]);
});
