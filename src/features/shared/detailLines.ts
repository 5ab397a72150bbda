import { type TFunction } from 'i18next';

import { DETAIL_FIELDS } from '@/domain/paymentDetails';
import { PROMISE_FIELDS } from '@/domain/promise';

import { plainList } from './plainList';

/** The details of a payment by name: "Cheque number", "1234567". Other systems may have stored fields of their own. */
export function detailLines(t: TFunction, details: unknown): { name: string; value: string }[] {
  return plainList(details, { yes: t('common.yes'), no: t('common.no') }).flatMap(({ name, value }) => {
    const known = [...DETAIL_FIELDS, ...PROMISE_FIELDS].find((field) => field.replace('_', ' ') === name);
    // An id, which nobody reads.
    if (known === 'rest_of') return [];
    return { name: known === undefined ? name : t(`common.paymentDetail.${known}`), value };
  });
}
