import { type TFunction } from 'i18next';

import { addressLines } from '@/features/shared/teamFields';

const fieldNames = {
  name: 'teamEdit.name',
  description: 'teamEdit.description',
  private: 'teamEdit.private',
  hide_users: 'teamEdit.hideUsers',
} as const;

/** The label of a team's field; a field without a label has its name from the contract. */
export function fieldName(t: TFunction, field: string): string {
  const known = Object.entries(fieldNames).find(([name]) => name === field);
  if (known !== undefined) return t(known[1]);
  const line = addressLines.find((name) => field === `address.${name}`);
  return line === undefined ? field.replaceAll('_', ' ') : t(`teamEdit.address.${line}`);
}
