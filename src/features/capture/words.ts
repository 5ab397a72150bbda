import { type TFunction } from 'i18next';

import { type Format } from '@/i18n/format';

import type { FormFault } from './assemble';
import type { Who } from './draft';

export function whoName(t: TFunction, who: Who | null): string {
  switch (who?.kind) {
    case 'contact':
      return who.name === '' ? t('common.unnamed') : who.name;
    case 'supporter':
      return who.name.trim() === '' ? t('capture.who.newSupporter') : who.name.trim();
    case 'nobody':
      return t('capture.who.nobody');
    default:
      return '';
  }
}

/** What is wrong, as a sentence at the field. */
export function faultWords(t: TFunction, format: Format, fault: FormFault, currency: string): string {
  switch (fault.kind) {
    case 'custom_amount_refused':
      return t('capture.fault.custom_amount_refused', { amount: format.money(fault.amount, currency) });
    case 'too_many_items':
      // One of the places is the payment itself.
      return t('capture.fault.too_many_items', { count: Math.max(1, fault.most - 1) });
    case 'too_many_decimals':
      return t('capture.fault.too_many_decimals', { count: fault.digits });
    case 'other_currency':
      return t('capture.fault.other_currency', {
        currency: format.currencySign(fault.currency).sign,
      });
    default:
      return t(`capture.fault.${fault.kind}`);
  }
}
