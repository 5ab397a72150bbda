import type { z } from 'zod';

import { ActionAggregateRead, ActionAggregateSchema } from '@/contract/action';
import {
  BatchDetailRead,
  BatchDetailSchema,
  BatchRead,
  BatchSchema,
  BatchablePaymentRead,
  BatchablePaymentSchema,
} from '@/contract/batch';
import {
  BundleHistoryEntryRead,
  BundleHistoryEntrySchema,
  TransactionBundleRead,
  TransactionBundleSchema,
} from '@/contract/bundle';
import { ChangeRead, ChangeSchema } from '@/contract/changes';
import { CashRecordRead, CashRecordSchema } from '@/contract/cashRecord';
import { ContactRead, ContactSchema } from '@/contract/contact';
import { FormRead, FormSchema } from '@/contract/form';
import { HealthRead, HealthSchema } from '@/contract/health';
import { InvitationRead, InvitationSchema } from '@/contract/invitation';
import { MeRead, MeSchema } from '@/contract/me';
import {
  DonationPriceRead,
  DonationPriceSchema,
  MembershipPriceGroupRead,
  MembershipPriceGroupSchema,
} from '@/contract/price';
import { RoleRead, RoleSchema } from '@/contract/role';
import { TransactionSettingsRead, TransactionSettingsSchema } from '@/contract/settings';
import { TransactionStatusRead, TransactionStatusSchema } from '@/contract/status';
import { PublicTeamRead, PublicTeamSchema, TeamRead, TeamSchema } from '@/contract/team';
import { ActionUserRead, ActionUserSchema, UserRead, UserSchema } from '@/contract/user';
import { AnswersRead, AnswersSchema } from '@/contract/answers';
import { VisitRead, VisitSchema } from '@/contract/visit';

interface Resource {
  name: string;
  strict: z.ZodObject;
  read: z.ZodType;
  identity: string[];
}

function resource(name: string, strict: z.ZodObject, read: z.ZodType, identity = ['id']): Resource {
  return { name, strict, read, identity };
}

/** Every resource with its two schemas, so that one loop covers them all. */
export const resources: Resource[] = [
  resource('Team', TeamSchema, TeamRead),
  resource('PublicTeam', PublicTeamSchema, PublicTeamRead),
  resource('User', UserSchema, UserRead),
  resource('ActionUser', ActionUserSchema, ActionUserRead),
  resource('Invitation', InvitationSchema, InvitationRead),
  resource('Role', RoleSchema, RoleRead),
  resource('MembershipPriceGroup', MembershipPriceGroupSchema, MembershipPriceGroupRead),
  resource('DonationPrice', DonationPriceSchema, DonationPriceRead),
  resource('TransactionBundle', TransactionBundleSchema, TransactionBundleRead),
  resource('BundleHistoryEntry', BundleHistoryEntrySchema, BundleHistoryEntryRead),
  resource('TransactionStatus', TransactionStatusSchema, TransactionStatusRead),
  resource('TransactionSettings', TransactionSettingsSchema, TransactionSettingsRead, []),
  resource('Contact', ContactSchema, ContactRead),
  resource('Form', FormSchema, FormRead),
  resource('ActionAggregate', ActionAggregateSchema, ActionAggregateRead, ['Action']),
  resource('Answers', AnswersSchema, AnswersRead, ['id', 'uuid']),
  resource('Visit', VisitSchema, VisitRead, ['id', 'uuid', 'action_id']),
  resource('CashRecord', CashRecordSchema, CashRecordRead),
  resource('Batch', BatchSchema, BatchRead),
  resource('BatchDetail', BatchDetailSchema, BatchDetailRead),
  resource('BatchablePayment', BatchablePaymentSchema, BatchablePaymentRead),
  resource('Change', ChangeSchema, ChangeRead, ['kind', 'id']),
  resource('Me', MeSchema, MeRead, ['User']),
  resource('Health', HealthSchema, HealthRead, []),
];
