import { type TFunction } from 'i18next';

import { addressFields } from '@/domain/address';
import { type OutboxKind } from '@/domain/outbox';
import { addressLines } from '@/features/shared/teamFields';

const fieldNames = {
  name: 'teamEdit.name',
  description: 'teamEdit.description',
  private: 'teamEdit.private',
  hide_users: 'teamEdit.hideUsers',
} as const;

const contactNames = ['firstname', 'surname', 'mobile', 'phone', 'mail', 'tags', ...addressFields] as const;

/** The label of a field of a team or contact; a field without a label has its name from the contract. */
export function fieldName(t: TFunction, kind: OutboxKind, field: string): string {
  if (kind === 'contact_update') {
    if (field === 'black_list') return t('contacts.optedOutShort');
    const name = contactNames.find((each) => each === field.replace('address.', ''));
    return name === undefined ? field.replaceAll('_', ' ') : t(`contactEdit.${name}`);
  }
  const known = Object.entries(fieldNames).find(([name]) => name === field);
  if (known !== undefined) return t(known[1]);
  const line = addressLines.find((name) => field === `address.${name}`);
  return line === undefined ? field.replaceAll('_', ' ') : t(`teamEdit.address.${line}`);
}
